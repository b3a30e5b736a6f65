export const delimiters = [',', ';', '\t'] as const
export type Delimiter = (typeof delimiters)[number]
