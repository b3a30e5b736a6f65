import { useSignal } from '@preact/signals'
import { unwrap } from '../../../../shared/client/http/errors.ts'
import { bookingRoles } from '../../../../shared/domain/kernel/roles.ts'
import { api } from '../../../staff/api/client.ts'
import { useList } from '../../../staff/api/read.ts'
import { hasRole } from '../../../staff/api/session.ts'
import { useAct } from '../../../staff/ui/act.ts'
import { auditAction } from '../../ui/audit-action.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { Facts } from '../../ui/facts.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { EditDialog } from '../../ui/edit-dialog.tsx'
import { Cut } from '../../list/cut.tsx'
import { ListScreen } from '../../list/list-screen.tsx'
import { RecordPanel } from '../../ui/record-panel.tsx'
import { useAddress } from '../../shell/address.ts'
import { SearchField } from '../../list/search-field.tsx'
import { office } from '../../messages/office.ts'
import { languages } from '../../../staff/messages/language.ts'
import { titles } from '../../messages/screens.ts'
import { contactFields, contactNames } from './fields.ts'
import rules from './rules.data.ts'
import { messages } from './messages.ts'
import type { Body } from '../../../staff/api/body.ts'

/** The contacts, by name or phone number. */
export default function Contacts() {
  const q = useAddress().value('q')
  const list = useList(['contacts', q], (page) => {
    const search = q === '' ? {} : { q }
    return api.GET('/api/v1/contacts', { params: { query: { ...search, ...page } } })
  })
  return (
    <ListScreen
      title={titles.contacts}
      address="/console/contacts"
      list={list}
      tools={<SearchField label={messages.find} />}
      columns={[
        { title: messages.name, cell: ({ name }) => <Cut text={name} /> },
        { title: messages.kind, cell: ({ kind }) => messages[kind] },
        { title: messages.phone, cell: ({ phone }) => <Cut text={phone} /> },
        { title: messages.email, cell: ({ email }) => <Cut text={email} /> },
        { title: messages.address, cell: ({ address }) => <Cut text={address} /> },
      ]}
      create={hasRole(bookingRoles) && messages.create}
      empty={messages.empty}
      emptyHint={messages.emptyHint}
      panel={(id, close) => <ContactPanel key={id} id={id} onClose={close} />}
      form={(close) => (
        <FormDialog
          isPanel
          title={messages.create}
          id="new-contact"
          rules={rules.create}
          names={contactNames}
          fields={contactFields()}
          submit={messages.create}
          send={(body: Body<'post', '/api/v1/contacts'>, key) =>
            unwrap(
              api.POST('/api/v1/contacts', {
                params: { header: { 'Idempotency-Key': key } },
                body,
              }),
            )
          }
          onClose={close}
        />
      )}
    />
  )
}

function ContactPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const path = { id }
  const act = useAct()
  const open = useSignal<'edit' | 'delete' | undefined>(undefined)
  const close = () => (open.value = undefined)
  const audit = auditAction('contact', id)
  return (
    <RecordPanel
      of={['contact', id]}
      get={() => api.GET('/api/v1/contacts/{id}', { params: { path } })}
      title={({ name }) => name}
      onClose={onClose}
    >
      {(contact, etag) => (
        <>
          <Facts
            facts={[
              [messages.kind, messages[contact.kind]],
              [messages.phone, contact.phone],
              [messages.email, contact.email],
              [messages.address, contact.address],
              [messages.language, contact.language && languages[contact.language]],
              [messages.notes, contact.notes],
            ]}
          />
          {hasRole(bookingRoles) && (
            <p class="row">
              <button type="button" aria-haspopup="dialog" onClick={() => (open.value = 'edit')}>
                {office.edit}
              </button>
              <button
                type="button"
                aria-haspopup="dialog"
                class="danger"
                onClick={() => (open.value = 'delete')}
              >
                {office.remove}
              </button>
              {audit && (
                <a class="button" href={audit.act}>
                  {audit.name}
                </a>
              )}
            </p>
          )}
          {open.value === 'edit' && (
            <EditDialog
              record={contact}
              etag={etag}
              id={`contact-${id}`}
              rules={rules.change}
              names={contactNames}
              fields={contactFields()}
              change={(body, etag) =>
                api.PUT('/api/v1/contacts/{id}', {
                  params: { path, header: { 'If-Match': etag } },
                  body,
                })
              }
              onClose={close}
            />
          )}
          {open.value === 'delete' && (
            <Confirm
              title={messages.deleteQuestion}
              text={messages.deleteHint}
              action={office.remove}
              isDanger
              onClose={close}
              onConfirm={() =>
                void act.run(
                  () => api.DELETE('/api/v1/contacts/{id}', { params: { path, header: { 'If-Match': etag } } }),
                  { done: office.deleted, onDone: onClose },
                )
              }
            />
          )}
        </>
      )}
    </RecordPanel>
  )
}
