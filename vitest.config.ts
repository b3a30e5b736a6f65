import { defineConfig } from 'vitest/config'
import { size } from './test/support/suite/figures.ts'
import { testFiles } from './test/support/suite/projects.ts'
import LongestFirst from './test/support/suite/sequencer.ts'
import { measureTimeFactor, seconds } from './test/support/suite/time.ts'

// Inherited by workers and by the processes that tests start.
process.env.TIME_FACTOR ??= String(await measureTimeFactor())
const files = testFiles()
const temporaryFiles = 'test/support/suite/temporary-files.ts'
/** The settings of tests against the local cloud. */
export const cloud = {
  setupFiles: 'test/support/suite/environment.ts',
  globalSetup: [temporaryFiles, 'test/support/suite/global-setup.ts'],
}

export default defineConfig({
  test: {
    // Tests wait on conditions; a test that takes this long is stuck.
    testTimeout: seconds(120),
    hookTimeout: seconds(120),
    expect: { poll: { timeout: seconds(20) } },
    pool: 'threads',
    // More than processors, since many tests wait for answers of the cloud.
    maxWorkers: 3,
    // Files share the modules of their worker: a fixture registers its hooks in a function that each file calls.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    reporters: ['default', 'test/support/suite/summary.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: files.unit,
          globalSetup: temporaryFiles,
          setupFiles: cloud.setupFiles,
        },
      },
      { extends: true, test: { name: 'stack', include: files.stack, globalSetup: temporaryFiles } },
      {
        extends: true,
        test: {
          name: 'service',
          include: files.service,
          globalSetup: [temporaryFiles, 'test/support/suite/service-setup.ts'],
          setupFiles: [cloud.setupFiles, 'test/support/suite/record-uses.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'simulation',
          include: files.simulation,
          isolate: true,
          globalSetup: [temporaryFiles, 'test/support/suite/service-setup.ts'],
        },
      },
      { extends: true, test: { name: 'cloud', include: files.cloud, ...cloud } },
      {
        extends: true,
        test: {
          name: 'rest',
          include: files.rest,
          // A test that needs its second try is reported as flaky.
          retry: 1,
          // Pages wait more than other tests, but not in long forms. A project with a number of its own needs a group of its own.
          maxWorkers: size(5, 3),
          sequence: { groupOrder: 1 },
          ...cloud,
        },
      },
    ],
  },
})
