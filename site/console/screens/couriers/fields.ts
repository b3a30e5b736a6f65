import type { CourierStatus } from '../../../../shared/domain/couriers/status.ts'
import type { FieldOptions } from '../../../staff/form/field.tsx'
import type { Rules } from '../../../staff/form/rules.ts'
import { office } from '../../messages/office.ts'
import { formatCountry } from '../../../staff/messages/countries.ts'
import { statusNames } from '../../../staff/messages/statuses.ts'
import { placeRules } from '../../ui/company-place.ts'
import { messages } from './messages.ts'
import { fromTo, joined } from '../../../staff/messages/language.ts'

/** The fields of a courier, in order. */
export const courierNames = [
  'full_name',
  'phone',
  'email',
  'nationality',
  'home_country',
  'passport_number',
  'preferred_routes',
]

/** The rules of a courier's form: the country is chosen by its name. */
export const courierRules = (of: Rules): Rules => ({
  ...of,
  home_country: {
    kind: 'choice',
    required: of['home_country']?.required ?? false,
    choices: placeRules()['country']?.choices ?? [],
  },
})

/** The labels of a courier's fields. */
export const courierFields = (): Record<string, FieldOptions> => ({
  full_name: { label: messages.name },
  phone: { label: messages.phone, type: 'tel' },
  email: { label: messages.email, type: 'email' },
  nationality: { label: messages.nationality },
  home_country: { label: messages.country, choiceName: formatCountry },
  passport_number: { label: messages.passport },
  preferred_routes: { label: messages.routes, hint: 'SVO-TBS, TBS-SVO' },
  status: { label: office.status, choiceName: (status) => statusNames.courier[status as CourierStatus] },
})

/** "SVO → TBS, TBS → SVO". */
export const routesText = (routes: readonly string[]) =>
  joined(
    routes.map((route) => fromTo(...(route.split('-', 2) as [string, string]))),
    ', ',
  )
