import type { CourierStatus } from '../../../../shared/domain/couriers/status.ts'
import type { FieldOptions } from '../../../staff/form/field.tsx'
import { common } from '../../../staff/words/common.ts'
import { statusNames } from '../../../staff/words/statuses.ts'
import { words } from './words.ts'

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

/** The labels of a courier's fields. */
export const courierFields = (): Record<string, FieldOptions> => ({
  full_name: { label: words.name },
  phone: { label: words.phone, type: 'tel' },
  email: { label: words.email, type: 'email' },
  nationality: { label: words.nationality },
  home_country: { label: words.country },
  passport_number: { label: words.passport },
  preferred_routes: { label: words.routes, hint: 'SVO-TBS, TBS-SVO' },
  status: { label: common.status, choiceName: (status) => statusNames.courier[status as CourierStatus] },
})

/** "SVO → TBS, TBS → SVO". */
export const routesText = (routes: readonly string[]) =>
  routes.map((route) => route.replace('-', ' → ')).join(', ')
