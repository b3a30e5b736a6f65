export const delimiters = [',', ';', '\t'] as const
export type Delimiter = (typeof delimiters)[number]

export const isDelimiter = (sign: string): sign is Delimiter => (delimiters as readonly string[]).includes(sign)
