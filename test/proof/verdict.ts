/** What is read of vitest's JSON reporter; `output` where it wrote no report. */
export interface Report {
  testResults: {
    message: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] | null }[]
  }[]
  output?: string
}

/** `spoilt`: it failed, but not because a test found what it looks for to be wrong. */
export interface Verdict {
  fate: 'killed' | 'survived' | 'spoilt'
  /** The test that found it, or what went wrong. */
  by: string
}

/** The words of an assertion that does not hold, also within a property's counterexample. */
const assertion = /^(AssertionError|Error: Property failed)|AssertionError: /
const timedOut = /^Error: (Test|Hook) timed out/

/** What became of a mutant. A fault of the code or the test itself, such as a TypeError, or a timeout is no finding. */
export function verdictOf({ testResults, output }: Report): Verdict {
  if (testResults.length === 0) return { fate: 'spoilt', by: (output ?? 'no test ran').trim().slice(-500) }
  const failures = testResults.flatMap(({ message, assertionResults }) => [
    ...assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => ({
        by: fullName.trim(),
        why: failureMessages?.join('\n') ?? '',
      })),
    ...(message ? [{ by: 'before its tests', why: message }] : []),
  ])
  const [first] = failures
  if (!first) {
    const passed = testResults.some((one) => one.assertionResults.some(({ status }) => status === 'passed'))
    return passed ? { fate: 'survived', by: '' } : { fate: 'spoilt', by: 'no test ran' }
  }
  const found = failures.find(({ why }) => assertion.test(why) && !timedOut.test(why))
  return found
    ? { fate: 'killed', by: `“${found.by}”` }
    : { fate: 'spoilt', by: `“${first.by}”: ${first.why.slice(0, 300)}` }
}
