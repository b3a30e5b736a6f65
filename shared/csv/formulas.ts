/** Characters at which a spreadsheet may split a cell in spite of quotes: Excel splits at the list separator of its locale. */
const start = '(?<=^|[,;|\\t\\r\\n])'
/** The beginnings of formulas, which a spreadsheet would execute (OWASP, "CSV Injection"). */
const formula = '(?=[\\s"\']*[=+\\-@＝＋－＠])'
const blank = "(?='*[\\t\\r\\n])"

const formulas = new RegExp(`${start}${formula}|^${blank}`, 'g')
const apostrophes = new RegExp(`${start}'${formula}|^'${blank}`, 'g')

/** The text of a cell with an apostrophe before each formula, which makes it a text. */
export const neutralised = (text: string) => text.replace(formulas, "'")

/** The text of a cell without the apostrophes of `neutralised`, whose inverse this is. */
export const withoutApostrophes = (text: string) => text.replace(apostrophes, '')
