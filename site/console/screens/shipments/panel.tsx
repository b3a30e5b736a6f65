import { useSignal } from '@preact/signals'
import { ExternalLink } from 'lucide-preact'
import { unwrap } from '../../../../shared/client/http/errors.ts'
import { bookingRoles } from '../../../../shared/domain/kernel/roles.ts'
import { Dialog } from '../../../design/dialog.tsx'
import { api, queries } from '../../../staff/api/client.ts'
import { useRead } from '../../../staff/api/read.ts'
import type { Shipment } from '../../../staff/api/records.ts'
import { hasRole } from '../../../staff/api/session.ts'
import { Form } from '../../../staff/form/form.tsx'
import { Loaded } from '../../../staff/ui/loaded.tsx'
import { Status } from '../../../staff/ui/status.tsx'
import { common } from '../../../staff/words/common.ts'
import { formatPrice, formatTime, formatWeight } from '../../../staff/words/format.ts'
import { Actions } from './actions/actions.tsx'
import { Route } from './card.tsx'
import { PackageCard } from './package/package.tsx'
import rules from './rules.built.ts'
import { words } from './words.ts'

/** A shipment with its packages. */
export function ShipmentPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const params = { params: { path: { id } } }
  const shipment = useRead(['shipment', id], () => api.GET('/api/v1/shipments/{id}', params))
  const packages = useRead(['shipment', id, 'packages'], () =>
    api.GET('/api/v1/shipments/{id}/packages', params),
  )
  const isAdding = useSignal(false)
  return (
    <Dialog
      panel
      title={<span class="code">{shipment.data?.body.tracking_id ?? common.loading}</span>}
      status={shipment.data && <Status of="shipment" status={shipment.data.body.status} />}
      closeLabel={common.close}
      onClose={onClose}
    >
      <Loaded query={shipment}>
        {({ body, etag }) => (
          <>
            <Actions shipment={body} etag={etag ?? ''} packages={packages.data?.body ?? []} />
            <Facts shipment={body} />
          </>
        )}
      </Loaded>
      <section class="stack">
        <h3>{words.packages}</h3>
        <Loaded query={packages}>
          {({ body }) => (
            <>
              {body.length === 0 && <p class="hint">{words.noPackages}</p>}
              {body.toReversed().map((one) => (
                <PackageCard key={one.id} id={one.id} />
              ))}
            </>
          )}
        </Loaded>
        {hasRole(bookingRoles) && !isAdding.value && (
          <p>
            <button type="button" onClick={() => (isAdding.value = true)}>
              {words.addPackage}
            </button>
          </p>
        )}
        {isAdding.value && (
          <Form
            id={`package-${id}`}
            rules={rules.package}
            groups={[{ names: ['weight', 'category', 'description'] }]}
            fields={{
              weight: { label: words.kilograms },
              category: { label: words.category },
              description: { label: words.contents },
            }}
            submit={words.addPackage}
            send={(body, key) =>
              unwrap(
                api.POST('/api/v1/shipments/{id}/packages', {
                  ...params,
                  body: body,
                  headers: { 'Idempotency-Key': key },
                }),
              )
            }
            onDone={() => {
              isAdding.value = false
              void queries.invalidateQueries()
            }}
          />
        )}
      </section>
    </Dialog>
  )
}

function Facts({ shipment }: { shipment: Shipment }) {
  const { tracking_id, payment_status, weight, price, created_at, reference, description } = shipment
  const person = (name: string, phone: string, address: string) => (
    <dd>
      <bdi>{name}</bdi>
      <br />
      <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>
        <bdi>{phone}</bdi>
      </a>
      {address && (
        <>
          <br />
          <bdi class="hint">{address}</bdi>
        </>
      )}
    </dd>
  )
  const facts: [string, preact.ComponentChildren][] = [
    [words.route, <Route key="route" {...shipment} />],
    [words.weight, formatWeight(weight)],
    [
      words.price,
      <span key="price" class="row">
        {formatPrice(price)}
        <Status of="payment" status={payment_status} />
      </span>,
    ],
    [words.booked, formatTime(created_at)],
    ...(reference === null
      ? []
      : [
          [words.reference, <bdi key="reference">{reference}</bdi>] satisfies [
            string,
            preact.ComponentChildren,
          ],
        ]),
    ...(description === ''
      ? []
      : [
          [words.contents, <bdi key="contents">{description}</bdi>] satisfies [
            string,
            preact.ComponentChildren,
          ],
        ]),
  ]
  return (
    <>
      <dl class="facts pairs">
        <div>
          <dt>{words.from}</dt>
          {person(shipment.sender_name, shipment.sender_phone, shipment.sender_address)}
        </div>
        <div>
          <dt>{words.to}</dt>
          {person(shipment.recipient_name, shipment.recipient_phone, shipment.recipient_address)}
        </div>
        {facts.map(([title, value]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p>
        <a href={`/track/${tracking_id}`} target="_blank" rel="noopener">
          {words.publicPage} <ExternalLink size={14} aria-hidden="true" />
        </a>
      </p>
    </>
  )
}
