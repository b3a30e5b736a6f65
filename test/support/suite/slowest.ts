import type { Reporter, TestModule } from 'vitest/node'

/** Prints the ten slowest test files after a run of at least 20 files. */
export default class Slowest implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    if (modules.length < 20) return
    const rows = modules.map((module) => [module.diagnostic().duration, module.relativeModuleId] as const)
    console.log('\nThe slowest ten test files:')
    for (const [milliseconds, file] of rows.toSorted(([a], [b]) => b - a).slice(0, 10))
      console.log(`${(milliseconds / 1000).toFixed(1).padStart(7)} s  ${file}`)
  }
}
