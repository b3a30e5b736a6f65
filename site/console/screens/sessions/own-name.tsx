import { useSignal } from '@preact/signals'
import { unwrap } from '../../../../shared/client/http/errors.ts'
import { api } from '../../../staff/api/client.ts'
import type { Body } from '../../../staff/api/body.ts'
import { office } from '../../messages/office.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { useMe } from '../../ui/me.ts'
import { messages } from './messages.ts'
import rules from './name-rules.data.ts'

/** The user's name, by which colleagues see who did something; without one, they see the e-mail address. */
export function OwnName() {
  const me = useMe()
  const isAsked = useSignal(false)
  if (!me) return null
  return (
    <>
      <button type="button" class="plain" aria-haspopup="dialog" onClick={() => (isAsked.value = true)}>
        {me.name === '' ? messages.addName : messages.changeName}
      </button>
      {isAsked.value && (
        <FormDialog
          title={messages.name}
          lead={messages.nameHint}
          id="own-name"
          rules={rules}
          names={['name']}
          fields={{ name: { label: messages.name, autocomplete: 'name' } }}
          initial={{ name: me.name }}
          submit={office.save}
          send={(body: Body<'put', '/api/v1/users/me'>) => unwrap(api.PUT('/api/v1/users/me', { body }))}
          done={() => office.saved}
          onClose={() => (isAsked.value = false)}
        />
      )}
    </>
  )
}
