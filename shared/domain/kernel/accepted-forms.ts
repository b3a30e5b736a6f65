/** One form in which a value arrives, the value that is stored, and how it is shown if that differs; or the reason why it is refused. */
export type AcceptedForm = { given: string; note?: string } & (
  { stored: string; shown?: string; refused?: never } | { refused: string; stored?: never; shown?: never }
)

/** The forms of one kind of value: rows of docs/reference/accepted-input.md, and cases of its tests. */
export interface AcceptedForms {
  /** The kind, as a heading: `Times`. */
  title: string
  /** Where it applies and by which rule, in Markdown. */
  text: string
  forms: readonly AcceptedForm[]
}
