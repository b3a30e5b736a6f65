import { defineConfig } from 'vitest/config'
import config from '../../../vitest.config.ts'

/** The project's configuration, but with the setup for mutants (setup.ts). */
const { projects: _projects, ...test } = config.test ?? {}
export default defineConfig({
  test: {
    ...test,
    include: ['test/**/*.test.ts'],
    globalSetup: 'test/proof/mutants/setup.ts',
    setupFiles: 'test/proof/mutants/first-failure.ts',
    maxWorkers: 1,
    cache: false,
    experimental: { viteModuleRunner: false },
  },
})
