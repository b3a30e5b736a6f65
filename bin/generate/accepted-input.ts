import { airlineTagForms } from '../../shared/domain/bags/airline-tag-forms.ts'
import { emailForms } from '../../shared/domain/kernel/email-forms.ts'
import { flightNumberForms } from '../../shared/domain/flights/flight-number-forms.ts'
import type { AcceptedForms } from '../../shared/domain/kernel/accepted-forms.ts'
import { instantForms } from '../../shared/domain/kernel/instant-forms.ts'
import { optionalFieldForms } from '../../shared/domain/kernel/optional-field-forms.ts'
import { amountForms, weightForms } from '../../shared/domain/kernel/number-forms.ts'
import { placeForms } from '../../shared/domain/kernel/place-forms.ts'
import { scannedCodeForms } from '../../shared/domain/kernel/scanned-code-forms.ts'
import { textForms } from '../../shared/domain/kernel/text-forms.ts'
import { trackingIdForms } from '../../shared/domain/kernel/tracking-id-forms.ts'
import { cellForms, numberForms, rowForms } from '../../shared/domain/transfers/table-forms.ts'

/** The sections of docs/reference/accepted-input.md, by the names of their generated parts. */
export const acceptedInput: Record<string, AcceptedForms> = {
  'tracking-ids': trackingIdForms,
  'scanned-codes': scannedCodeForms,
  'e-mail-addresses': emailForms,
  'flight-numbers': flightNumberForms,
  'airline-tags': airlineTagForms,
  places: placeForms,
  times: instantForms,
  'optional-fields': optionalFieldForms,
  texts: textForms,
  weights: weightForms,
  amounts: amountForms,
  cells: cellForms,
  rows: rowForms,
  numbers: numberForms,
}
