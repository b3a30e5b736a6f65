/**
 * Whether a header such as Accept or Accept-Encoding names one of `values` with a weight above zero (RFC 9110 §12.4.2).
 * `values` are in lower case.
 */
export const accepts = (header: string | undefined, ...values: readonly string[]): boolean =>
  (header ?? '').split(',').some((range) => {
    const [value = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    return values.includes(value) && !parameters.some((one) => /^q=0(\.0*)?$/.test(one))
  })
