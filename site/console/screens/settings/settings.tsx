import { unwrap } from '../../../../shared/client/http/errors.ts'
import { managerRoles } from '../../../../shared/domain/kernel/roles.ts'
import { shipmentStatuses, type ShipmentStatus } from '../../../../shared/domain/states/shipment.ts'
import { toast } from '../../../design/toast.tsx'
import { api, queries } from '../../api/client.ts'
import { useRead } from '../../api/read.ts'
import { hasRole } from '../../api/session.ts'
import { Form } from '../../form/form.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { common } from '../../words/common.ts'
import { titles } from '../../words/screens.ts'
import { statusNames } from '../../words/statuses.ts'
import { words } from './words.ts'

const proofs = ['code', 'signature', 'photo']

/** The settings of the company. */
export default function Settings() {
  const settings = useRead(['settings'], () => api.GET('/api/v1/settings'))
  return (
    <>
      <div class="head">
        <h1>{titles.settings}</h1>
      </div>
      <section class="card stack">
        <Loaded query={settings}>
          {({ body, etag }) =>
            hasRole(managerRoles) ? (
              <Form
                key={etag}
                id={`settings-${etag ?? ''}`}
                rules={{
                  require: { kind: 'choices', required: false, choices: proofs },
                  enabled: { kind: 'yes-no', required: false },
                  statuses: { kind: 'choices', required: false, choices: [...shipmentStatuses] },
                  country: { kind: 'text', required: false, upper: true },
                }}
                groups={[{ names: ['require', 'country'] }, { names: ['enabled', 'statuses'] }]}
                fields={{
                  require: { label: words.handover, choiceName: (proof) => words[proof as 'code'] },
                  enabled: { label: words.enabled },
                  statuses: {
                    label: words.statuses,
                    choiceName: (status) => statusNames.shipment[status as ShipmentStatus],
                  },
                  country: { label: words.country, hint: words.countryHint },
                }}
                initial={{
                  require: body.handover.require,
                  enabled: body.notices.enabled,
                  statuses: body.notices.statuses,
                  country: body.country ?? '',
                }}
                submit={common.save}
                send={({ require, enabled, statuses, country = null }) =>
                  unwrap(
                    api.PUT('/api/v1/settings', {
                      ...(etag && { params: { header: { 'If-Match': etag } } }),
                      body: { handover: { require }, notices: { enabled, statuses }, country } as never,
                    }),
                  )
                }
                onDone={() => {
                  toast({ text: common.saved })
                  void queries.invalidateQueries()
                }}
              />
            ) : (
              <p class="hint">{words.onlyManagers}</p>
            )
          }
        </Loaded>
      </section>
    </>
  )
}
