/** The fields of Vitest's JSON report that are used; `output` if Vitest wrote no report. */
export interface Report {
  testResults: {
    name: string
    message: string
    assertionResults: { status: string; title: string; failureMessages: string[] | null }[]
  }[]
  output?: string
}

/** The result of a run against a mutant. `spoilt`: a test failed, but not because of a failed assertion. */
export interface Verdict {
  fate: 'killed' | 'survived' | 'spoilt'
  /** The test that found the bug, or the error. */
  by: string
  /** The file of that test. */
  file: string
}

/** Matches the message of a failed assertion, also in a property's counterexample. */
const assertion = /^Error: (Property failed|promise (rejected|resolved) .* instead of)|AssertionError: /
const timedOut = /^Error: (Test|Hook) timed out/

/** The verdict on a mutant. Errors other than failed assertions, such as a TypeError or a timeout, do not kill a mutant. */
export function verdictOf({ testResults, output }: Report): Verdict {
  const tests = testResults.flatMap(({ name, message, assertionResults }) => {
    const file = name.slice(name.lastIndexOf('/test/') + 1)
    const results = assertionResults.map(({ status, title, failureMessages }) => ({
      file,
      status,
      by: title.trim(),
      why: failureMessages?.join('\n') ?? '',
    }))
    return message ? [...results, { file, status: 'failed', by: 'before the tests', why: message }] : results
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
