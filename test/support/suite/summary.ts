import type { Reporter, TestModule } from 'vitest/node'
import { timeFactor } from './time.ts'

/** Prints the flaky tests of a run with their errors, the speed of the machine, and after a run of at least 20 files the ten slowest. */
export default class Summary implements Reporter {
  onTestRunStart(): void {
    console.log(`Time factor ${timeFactor()}: waits are that many times longer than on the reference machine.`)
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests('passed')])
    const flaky = tests.filter((test) => test.diagnostic()?.flaky)
    for (const test of flaky) {
      console.log(`FLAKY  ${test.module.relativeModuleId}: ${test.fullName}`)
      for (const { stack, message } of test.result().errors ?? []) console.log(stack ?? message)
    }
    if (modules.length < 20) return
    const rows = modules.map((module) => [module.diagnostic().duration, module.relativeModuleId] as const)
    console.log('\nThe slowest ten test files:')
    for (const [milliseconds, file] of rows.toSorted(([a], [b]) => b - a).slice(0, 10))
      console.log(`${(milliseconds / 1000).toFixed(1).padStart(7)} s  ${file}`)
  }
}
