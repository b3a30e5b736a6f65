import type { AcceptedForms } from '../../shared/domain/kernel/accepted-forms.ts'
import { instantForms } from '../../shared/domain/kernel/instant-forms.ts'

/** The sections of docs/reference/accepted-input.md, by the names of their generated parts. */
export const acceptedInput: Record<string, AcceptedForms> = {
  times: instantForms,
}
