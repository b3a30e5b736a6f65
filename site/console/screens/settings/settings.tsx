import { useComputed, useSignal } from '@preact/signals'
import { unwrap } from '../../../../shared/client/http/errors.ts'
import { requirable } from '../../../../shared/domain/settings/requirable.ts'
import { shipmentStatuses, type ShipmentStatus } from '../../../../shared/domain/shipments/status.ts'
import { toast } from '../../../design/toast.tsx'
import type { Body } from '../../../staff/api/body.ts'
import { api, queries } from '../../../staff/api/client.ts'
import { useRead } from '../../../staff/api/read.ts'
import { forgetDraft, keptDraft, type Draft } from '../../../staff/form/drafts.ts'
import { Form } from '../../../staff/form/form.tsx'
import { Loaded } from '../../../staff/ui/loaded.tsx'
import { office } from '../../messages/office.ts'
import { formatCountry } from '../../../staff/messages/countries.ts'
import { placeRules, zoneChoice } from '../../ui/company-place.ts'
import { titles } from '../../messages/screens.ts'
import { statusNames } from '../../../staff/messages/statuses.ts'
import { messages } from './messages.ts'

const proofs = ['code', 'signature', 'photo']
/** Of these recipients are always written to (shared/domain/notices/policy.ts). */
const always: readonly ShipmentStatus[] = ['READY_FOR_PICKUP', 'DELIVERED']
const contactNames = ['phone', 'email', 'website']

/** The settings of the company. */
export default function Settings() {
  const settings = useRead(['settings'], () => api.GET('/api/v1/settings'))
  // Also the input before a reload.
  const entered = useSignal<Draft>(keptDraft('settings'))
  const version = useSignal(0)
  const changed = useComputed(() => Object.keys(entered.value).length > 0)
  const discard = () => {
    forgetDraft('settings')
    entered.value = {}
    version.value += 1
  }
  return (
    <>
      <div class="head">
        <h1>{titles.settings}</h1>
      </div>
      <section class={changed.value ? 'settings changed' : 'settings'}>
        <Loaded query={settings}>
          {({ body, etag }) => (
            <Form
              key={`settings-${version.value}`}
              id="settings"
              onEnter={(name, value) => {
                entered.value = { ...entered.value, [name]: value }
                return undefined
              }}
              rules={{
                require: { kind: 'choices', required: false, choices: proofs },
                enabled: { kind: 'yes-no', required: false },
                registered_only: { kind: 'yes-no', required: false },
                statuses: {
                  kind: 'choices',
                  required: false,
                  choices: shipmentStatuses.filter((one) => !always.includes(one)),
                },
                required_of: { kind: 'choice', required: true, choices: [...requirable] },
                from: { kind: 'time', required: false },
                passport_retention_months: { kind: 'number', required: true, whole: true, min: 1, max: 120 },
                idle_sign_out_minutes: { kind: 'number', required: true, whole: true, min: 0, max: 1440 },
                ...placeRules(),
                ...Object.fromEntries(contactNames.map((name) => [name, { kind: 'text', required: false }])),
              }}
              groups={[
                { title: messages.contact, hint: messages.contactHint, names: contactNames },
                { title: messages.handoverTitle, hint: messages.handoverHint, names: ['require'] },
                { title: messages.letters, hint: messages.lettersHint, names: ['enabled', 'statuses'] },
                { title: messages.warehouses, hint: messages.warehousesHint, names: ['registered_only'] },
                { title: messages.numbers, hint: messages.numbersHint, names: ['country'] },
                { title: messages.days, hint: messages.daysHint, names: ['time_zone'] },
                { title: messages.factor, hint: messages.factorHint, names: ['required_of', 'from'] },
                { title: messages.idle, hint: messages.idleHint, names: ['idle_sign_out_minutes'] },
                {
                  title: messages.passports,
                  hint: messages.passportsHint,
                  names: ['passport_retention_months'],
                },
              ]}
              fields={{
                require: { label: messages.handover, choiceName: (proof) => messages[proof as 'code'] },
                enabled: { label: messages.enabled },
                registered_only: { label: messages.registeredOnly },
                statuses: {
                  label: messages.statuses,
                  choiceName: (status) => statusNames.shipment[status as ShipmentStatus],
                },
                country: { label: messages.country, choiceName: formatCountry },
                time_zone: { label: messages.timeZone, emptyChoice: 'UTC' },
                required_of: { label: messages.requiredOf, choiceName: (who) => messages[who as 'none'] },
                from: { label: messages.requiredFrom, hint: messages.requiredFromHint },
                passport_retention_months: { label: messages.passportMonths },
                idle_sign_out_minutes: { label: messages.idleMinutes },
                phone: { label: messages.phone, type: 'tel' },
                email: { label: messages.email, type: 'email' },
                website: {
                  label: messages.website,
                  type: 'url',
                  ...(!body.contact.website_verified && { hint: messages.websiteHint }),
                },
              }}
              initial={{
                require: body.handover.require,
                enabled: body.notices.enabled,
                statuses: body.notices.statuses,
                registered_only: body.warehouses.registered_only,
                country: body.country ?? '',
                time_zone: zoneChoice(body.time_zone),
                required_of: body.second_factor.required_of,
                from: body.second_factor.from ?? '',
                passport_retention_months: `${body.passport_retention_months}`,
                idle_sign_out_minutes: `${body.idle_sign_out_minutes}`,
                ...body.contact,
              }}
              {...(etag && { etag })}
              submit={office.save}
              send={(
                {
                  require,
                  enabled,
                  statuses,
                  registered_only,
                  country = null,
                  time_zone = null,
                  required_of,
                  from = null,
                  passport_retention_months,
                  idle_sign_out_minutes,
                  phone,
                  email,
                  website,
                },
                _,
                etag,
              ) =>
                unwrap(
                  api.PUT('/api/v1/settings', {
                    params: { header: { 'If-Match': etag } },
                    body: {
                      handover: { require },
                      notices: { enabled, statuses },
                      warehouses: { registered_only },
                      second_factor: { required_of, from },
                      country,
                      time_zone,
                      passport_retention_months,
                      idle_sign_out_minutes,
                      // An empty text removes it.
                      contact: { phone: phone ?? '', email: email ?? '', website: website ?? '' },
                    } as Body<'put', '/api/v1/settings'>,
                  }),
                )
              }
              onDone={() => {
                entered.value = {}
                toast({ text: office.saved })
                void queries.invalidateQueries()
              }}
            >
              <span class="unsaved">{messages.unsaved}</span>
              <button type="button" onClick={discard}>
                {messages.discard}
              </button>
            </Form>
          )}
        </Loaded>
      </section>
    </>
  )
}
