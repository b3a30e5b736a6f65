import { unwrap } from '../../client/index.ts'
import { api, step } from '../step.ts'

export const tidying = {
  delete: step({
    does: 'deletes what it has made; the company and its warehouse stay',
    proves: 'functions may delete what they create',
    look: api('bags', 'flights', 'shipments', 'couriers'),
    needs: ['company'],
    async run({ undo }) {
      for (let last = undo.pop(); last; last = undo.pop()) await last()
      return undefined
    },
  }),

  leave: step({
    does: 'ends its session',
    proves: 'the function of users works',
    look: api('users'),
    needs: ['company'],
    async run(_, { company }) {
      await unwrap(company.DELETE('/api/v1/users/me/sessions'))
      return undefined
    },
  }),
}
