/** One form in which a value arrives, and the value that is stored, or the reason why it is refused. */
export type AcceptedForm = { given: string; note?: string } & (
  { stored: string; refused?: never } | { refused: string; stored?: never }
)

/** The forms of one kind of value: rows of docs/reference/accepted-input.md, and cases of its tests. */
export interface AcceptedForms {
  /** The kind, as a heading: `Times`. */
  title: string
  /** Where it applies and by which rule, in Markdown. */
  text: string
  forms: readonly AcceptedForm[]
}
