import { unwrap } from '../../client/index.ts'
import { api, step } from '../step.ts'
import { ensure } from '../unexpected.ts'

/** SES's mailbox simulator accepts every label, also in the sandbox (SES developer guide, "Using the mailbox simulator"). */
const freshAddress = () => `success+${crypto.randomUUID()}@simulator.amazonses.com`

export const company = {
  register: step({
    does: 'registers a company of its own',
    proves: 'DynamoDB allows the members of a transaction; secrets can be read; a password is hashed in time',
    look: api('auth'),
    needs: [],
    async run({ anonymous, withToken }) {
      const body = {
        email: freshAddress(),
        password: crypto.randomUUID(),
        tenant_name: 'Smoke test',
      }
      const { access_token } = await unwrap(anonymous.POST('/api/v1/auth/register', { body }))
      return { company: withToken(access_token) }
    },
  }),

  lists: step({
    does: 'lists its shipments and its board, which are empty',
    proves: 'DynamoDB allows queries of both indexes',
    look: api('shipments'),
    needs: ['company'],
    async run(_, { company }) {
      const shipments = await unwrap(company.GET('/api/v1/shipments'))
      ensure(shipments.length === 0, 'A company that has just registered has shipments')
      await unwrap(company.GET('/api/v1/shipments/board'))
      return undefined
    },
  }),

  letter: step({
    does: 'requests an e-mail with a code, to SES’s mailbox simulator',
    proves: 'the letter is in the outbox; if SES rejects it, the alarm LettersRejected goes off',
    look: { runbook: 'LettersRejected', functions: ['auth', 'mailer'], stack: 'CourierApi' },
    needs: ['company'],
    async run({ anonymous }, { company }) {
      const { email } = await unwrap(company.GET('/api/v1/users/me'))
      await unwrap(anonymous.POST('/auth/email/send-verification', { body: { email } }))
      return undefined
    },
  }),
}
