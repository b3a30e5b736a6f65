import { defineConfig } from 'vitest/config'
import config, { cloud } from '../../vitest.config.ts'

const { projects: _projects, ...test } = config.test ?? {}

/** The tests that depend on the database, against one cloud. */
export default defineConfig({
  test: {
    ...test,
    ...cloud,
    include: [
      // The table, its streams, and the proxy that the tests put in front of it.
      'test/db/*.test.ts',
      'test/local/event-source-mappings/stream*.test.ts',
      'test/proof/chaos-proxy.test.ts',
      // Start, restart, kill -9.
      'test/local/runtime/cloud.rest.test.ts',
      'test/proof/kills.rest.test.ts',
      // Events, except their capacity units: DynamoDB Local reports others than AWS documents (docs/operations/cost.md).
      'test/api/events/{feed,realtime,webhooks,connections}.test.ts',
      // The journey of a parcel with its live events, and all steps of the smoke test.
      'test/local/runtime/demo.rest.test.ts',
      'test/smoke/journey.rest.test.ts',
    ],
    maxWorkers: 4,
    retry: 1,
  },
})
