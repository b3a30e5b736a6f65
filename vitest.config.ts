import { defineConfig } from 'vitest/config'

/** Tests of pure functions and small servers. All others run against the local cloud. */
const unit = [
  'test/{core,csv,images,preflight,transfers}/*.test.ts',
  'test/client/{browser,catch-up,options,reconnect,server}.test.ts',
  'test/auth/{rotation,tokens}.test.ts',
  'test/db/{client,table}.test.ts',
  'test/domain/{feed-throughput,fields,import-columns,manifest,merge-report,phones,places,qr}.test.ts',
  'test/flight-data/aerodatabox.test.ts',
  'test/http/{address,match,openapi,reference}.test.ts',
  'test/local/{cloudformation,s3,ses}/*.test.ts',
  'test/local/eventbridge/*.test.ts',
  'test/local/lambda/settings.test.ts',
  'test/local/runtime/sample-events.test.ts',
  'test/local/secretsmanager/secrets.test.ts',
  'test/mail/letters.test.ts',
  'test/messaging/{private-addresses,signature}.test.ts',
  'test/proof/mutants/rows.test.ts',
  'test/site/console/operations.test.ts',
  'test/site/track/entries.test.ts',
  'test/site/track/words.test.ts',
  'test/smoke/steps.test.ts',
  'test/stack/structure.test.ts',
]
/** Tests of templates. They share the modules of CDK, which take seconds to load. */
const stack = [
  'test/stack/{costs,data-stack,edge,edge-security,event-sources,keys,nag,stack}.test.ts',
  'test/stack/{firewall,hardening,rollout,updates}/*.test.ts',
  'test/mail/stack.test.ts',
  'test/restore/*.test.ts',
]
const all = ['test/**/*.test.ts']
const temporaryFiles = 'test/support/suite/temporary-files.ts'

export default defineConfig({
  test: {
    // Tests wait on conditions; a test that takes this long is stuck.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    pool: 'threads',
    // More than processors, since many tests wait for answers of the cloud.
    maxWorkers: 3,
    reporters: ['default', 'test/support/suite/slowest.ts'],
    projects: [
      { extends: true, test: { name: 'unit', include: unit, globalSetup: temporaryFiles } },
      { extends: true, test: { name: 'stack', include: stack, isolate: false, globalSetup: temporaryFiles } },
      {
        extends: true,
        test: {
          name: 'cloud',
          include: all,
          // The packages of the other frameworks contain tests.
          exclude: [...unit, ...stack, '**/node_modules/**'],
          // Files share the modules of their worker: a fixture registers its hooks in a function that each file calls.
          isolate: false,
          setupFiles: 'test/support/suite/environment.ts',
          globalSetup: [temporaryFiles, 'test/support/suite/global-setup.ts'],
        },
      },
    ],
  },
})
