import { unwrap } from '../../../../shared/client/http/errors.ts'
import { toast } from '../../../design/toast.tsx'
import { api, queries } from '../../../staff/api/client.ts'
import { Form } from '../../../staff/form/form.tsx'
import { office } from '../../messages/office.ts'
import { formatCountry } from '../../../staff/messages/countries.ts'
import { placeRules, zoneChoice } from '../../ui/company-place.ts'
import { messages as settings } from '../settings/messages.ts'
import { messages } from './first-steps-messages.ts'

/** Asks the manager of a new company where it is: its country, and its time zone, which is probably that of this computer. */
export function AskPlace({ etag, onLater }: { etag: string; onLater: () => void }) {
  return (
    <div class="stack">
      <h2>{messages.whereIs}</h2>
      <p class="hint">{messages.whereIsHint}</p>
      <Form
        id="new-company"
        rules={placeRules()}
        groups={[{ names: ['country', 'time_zone'] }]}
        fields={{
          country: { label: settings.country, choiceName: formatCountry },
          time_zone: { label: settings.timeZone, emptyChoice: 'UTC' },
        }}
        initial={{ time_zone: zoneChoice(Intl.DateTimeFormat().resolvedOptions().timeZone) }}
        submit={office.save}
        send={({ country = null, time_zone = null }: { country?: string | null; time_zone?: string | null }) =>
          unwrap(
            api.PUT('/api/v1/settings', {
              params: { header: { 'If-Match': etag } },
              body: { country, time_zone },
            }),
          )
        }
        onDone={() => {
          toast({ text: office.saved })
          void queries.invalidateQueries()
        }}
      >
        <button type="button" onClick={onLater}>
          {messages.later}
        </button>
      </Form>
    </div>
  )
}
