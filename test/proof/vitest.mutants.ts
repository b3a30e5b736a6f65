import { mergeConfig } from 'vitest/config'
import config from '../../vitest.config.ts'

/** As the project's tests run, but against a mutant (mutant-setup.ts). */
const { test, ...rest } = config
export default mergeConfig(rest, {
  test: {
    ...test,
    globalSetup: 'test/proof/mutant-setup.ts',
    maxWorkers: 1,
    cache: false,
    experimental: { viteModuleRunner: false },
  },
})
