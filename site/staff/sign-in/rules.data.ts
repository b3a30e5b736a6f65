import { rulesOf } from '../form/rules.ts'

export default {
  login: rulesOf('POST /api/v1/auth/login'),
  register: rulesOf('POST /api/v1/auth/register'),
  invitation: rulesOf('POST /auth/email/accept-invitation'),
  forgotten: rulesOf('POST /auth/email/send-reset-password'),
  reset: rulesOf('POST /auth/email/reset-password'),
}
