/** What is read of vitest's JSON reporter; `output` where it wrote no report. */
export interface Report {
  testResults: {
    name: string
    message: string
    assertionResults: { status: string; title: string; failureMessages: string[] | null }[]
  }[]
  output?: string
}

/** `spoilt`: it failed, but not because a test found what it looks for to be wrong. */
export interface Verdict {
  fate: 'killed' | 'survived' | 'spoilt'
  /** The test that found it, or what went wrong. */
  by: string
  /** The file of that test. */
  file: string
}

/** The words of an assertion that does not hold, also within a property's counterexample. */
const assertion = /^Error: (Property failed|promise (rejected|resolved) .* instead of)|AssertionError: /
const timedOut = /^Error: (Test|Hook) timed out/

/** What became of a mutant. A fault of the code or the test itself, such as a TypeError, or a timeout is no finding. */
export function verdictOf({ testResults, output }: Report): Verdict {
  const tests = testResults.flatMap(({ name, message, assertionResults }) => {
    const file = name.slice(name.lastIndexOf('/test/') + 1)
    const results = assertionResults.map(({ status, title, failureMessages }) => ({
      ...{ file, status, by: title.trim(), why: failureMessages?.join('\n') ?? '' },
    }))
    return message ? [...results, { file, status: 'failed', by: 'before its tests', why: message }] : results
  })
  const failed = tests.filter(({ status }) => status === 'failed')
  const found = failed.find(({ why }) => assertion.test(why) && !timedOut.test(why))
  if (found) return { fate: 'killed', by: found.by, file: found.file }
  const [first] = failed
  if (first) return { fate: 'spoilt', by: `${first.by}: ${first.why.slice(0, 300)}`, file: first.file }
  if (tests.some(({ status }) => status === 'passed'))
    return { fate: 'survived', by: 'no test found it', file: '' }
  return { fate: 'spoilt', by: (output ?? 'no test ran').trim().slice(-500), file: '' }
}
