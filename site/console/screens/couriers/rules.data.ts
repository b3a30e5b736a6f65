import { rulesOf } from '../../../staff/form/rules.ts'

export default {
  create: rulesOf('POST /api/v1/couriers'),
  change: rulesOf('PUT /api/v1/couriers/{id}'),
  rating: rulesOf('POST /api/v1/couriers/{id}/ratings'),
  passport: rulesOf('POST /api/v1/couriers/{id}/passport/reveal'),
  noShow: rulesOf('POST /api/v1/couriers/{id}/no-shows'),
}
