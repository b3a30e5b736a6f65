import { withoutApostrophes } from './formulas.ts'

/** A formula that is only a quoted text, by which programs make a spreadsheet keep leading zeros and `+`: `="+7916…"`. */
const quotedText = /^="((?:[^"]|"")*)"$/

/** The text of a cell as it is written: without the apostrophe or the formula that kept a spreadsheet from changing it. */
export function textOf(cell: string): string {
  const [, quoted] = quotedText.exec(cell) ?? []
  return quoted === undefined ? withoutApostrophes(cell) : quoted.replaceAll('""', '"')
}

/** Whether a cell has no text; spaces, also those that do not break, are none. */
export const isBlank = (cell: string) => cell.trim() === ''

/** `7,91612E+10`: Excel and LibreOffice keep six digits of a long number in a column that is too narrow for more. */
const scientific = /^[+-]?(?:\d+[.,]\d*E[+-]?|\d+E[+-])\d{1,3}$/i
/** Excel's errors in English and Russian, LibreOffice's, and what both write for a column that is too narrow. */
const failed =
  /^(?:#(?:REF!|N\/A|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|SPILL!|CALC!|ССЫЛКА!|Н\/Д|ЗНАЧ!|ИМЯ\?|ДЕЛ\/0!|ЧИСЛО!|ПУСТО!)|Err:\d{3}|#{3,})$/i
const onlyQuestionMarks = /^[\s.,-]*\?[\s.,?-]*\?[\s.,?-]*$/

/** Why the text of a cell is not what was entered, since a program has lost a part of it; undefined if none is known. */
export function lossOf(text: string): string | undefined {
  const cell = text.trim()
  if (scientific.test(cell))
    return `${cell} has lost digits in a spreadsheet: format the column as text, and enter the value again`
  if (failed.test(cell)) return `${cell} is what a spreadsheet writes in place of a value: enter the value`
  if (cell.includes('\uFFFD') || onlyQuestionMarks.test(cell))
    return 'Letters were lost when the file was saved: save it as UTF-8, and enter the value again'
  return undefined
}
