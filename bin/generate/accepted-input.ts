import type { AcceptedForms } from '../../shared/domain/kernel/accepted-forms.ts'
import { cellForms, numberForms, rowForms } from '../../shared/domain/transfers/table-forms.ts'

/** The sections of docs/reference/accepted-input.md, by the names of their generated parts. */
export const acceptedInput: Record<string, AcceptedForms> = {
  cells: cellForms,
  rows: rowForms,
  numbers: numberForms,
}
