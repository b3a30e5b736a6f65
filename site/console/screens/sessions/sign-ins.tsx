import { Tag } from '../../../design/tag.tsx'
import { api } from '../../../staff/api/client.ts'
import { useList } from '../../../staff/api/read.ts'
import { formatTime } from '../../../staff/messages/format.ts'
import { ListTable } from '../../list/list-table.tsx'
import { messages } from './messages.ts'

/** How the user signed in, by the operation. */
const ways: Partial<
  Record<string, 'password' | 'code' | 'passkey' | 'provider' | 'invitation' | 'registration'>
> = {
  login: 'password',
  signInWithSecondFactor: 'code',
  signInWithNewSecondFactor: 'code',
  signInWithPasskey: 'passkey',
  finishSignIn: 'provider',
  finishCustomSignIn: 'provider',
  acceptInvitation: 'invitation',
  register: 'registration',
}

/** The user's sign-ins and refused attempts, by which they notice those of another. */
export function SignIns() {
  const list = useList(['sign-ins'], (page) =>
    api.GET('/api/v1/users/me/sign-ins', { params: { query: page } }),
  )
  return (
    <section class="stack">
      <h2>{messages.signIns}</h2>
      <ListTable
        list={list}
        columns={[
          { title: messages.when, cell: ({ timestamp }) => formatTime(timestamp) },
          {
            title: messages.how,
            cell: ({ action, outcome, refusal }) => {
              const way = ways[action]
              // The password was right: the second factor follows.
              const isFirst = refusal === 'second_factor_required' || refusal === 'second_factor_missing'
              return (
                <span class="row tight">
                  {way ? messages[way] : action}
                  {outcome === 'refused' && (
                    <Tag tone={isFirst ? 'waiting' : 'wrong'}>
                      {isFirst ? messages.firstStep : messages.refused}
                    </Tag>
                  )}
                </span>
              )
            },
          },
          { title: messages.network, cell: ({ network }) => <bdi>{network}</bdi> },
        ]}
        empty={<p class="hint">{messages.noSignIns}</p>}
      />
    </section>
  )
}
