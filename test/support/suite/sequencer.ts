import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The folders of `test` whose files wait for pages, processes and packages. */
const longest = /\/test\/(bench|client|docs|local|restore|site|stack)\//

/**
 * In a clean clone, where no durations are known, Vitest starts the largest files first. A file that only starts processes
 * is small and takes longest, and as the last one it would leave the other workers without work.
 */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project, moduleId }: TestSpecification) => {
      if (project.name !== 'rest') return 0
      // In the proof it waits for minutes until killed workers are followed by others.
      if (moduleId.endsWith('/test/proof/transfers.rest.test.ts')) return 1
      return longest.test(moduleId) ? 2 : 3
    }
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b))
  }
}
