/** Of whom a second factor may be required. */
export const requirable = ['none', 'managers', 'all'] as const
