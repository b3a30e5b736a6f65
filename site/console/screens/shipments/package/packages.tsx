import { useSignal } from '@preact/signals'
import { api } from '../../../../staff/api/client.ts'
import { useRead } from '../../../../staff/api/read.ts'
import type { Package } from '../../../../staff/api/records.ts'
import { Loaded } from '../../../../staff/ui/loaded.tsx'
import { categoryName } from '../../../../staff/messages/statuses.ts'
import { formatWeight } from '../../../../staff/messages/format.ts'
import { Cut } from '../../../list/cut.tsx'
import { PackageStatus } from '../../../ui/package-status.tsx'
import { messages } from '../messages.ts'
import { CaseLink, Exception } from './hold.tsx'
import { PackageDetails } from './package.tsx'

/** The packages of a shipment, one a row; the details of the chosen one, at first of the first, are below its row. */
export function Packages({ all }: { all: readonly Package[] }) {
  const chosen = useSignal<string | undefined>(undefined)
  const current = all.find(({ id }) => id === chosen.value) ?? all[0]
  if (!current) return <p class="hint">{messages.noPackages}</p>
  return (
    <article class="packages">
      <ul aria-label={messages.packages}>
        {all.map(({ id }) => (
          <li key={id}>
            {all.length === 1 ? (
              <p class="package">
                <Row id={id} isLink />
              </p>
            ) : (
              <button
                type="button"
                class="package"
                aria-pressed={id === current.id}
                onClick={() => (chosen.value = id)}
              >
                <Row id={id} />
              </button>
            )}
            {id === current.id && <PackageDetails id={id} hasCaseLink={all.length > 1} />}
          </li>
        ))}
      </ul>
    </article>
  )
}

/** `isLink`: whether the exception leads to its case; a button cannot contain a link. */
function Row({ id, isLink = false }: { id: string; isLink?: boolean }) {
  const one = useRead(['package', id], () => api.GET('/api/v1/packages/{id}', { params: { path: { id } } }))
  return (
    <Loaded query={one} lines={1}>
      {({ body: one }) => {
        const { qr_code, weight, category, bags } = one
        return (
          <>
            <span class="code">{qr_code}</span>
            <span class="hint">
              {formatWeight(weight)} · <bdi>{categoryName(category)}</bdi>
            </span>
            <span class="hint">{bags[0] !== undefined && <InBag id={bags[0]} />}</span>
            <span class="states">
              {isLink ? <CaseLink one={one} /> : <Exception exception={one.exception} />}
              <PackageStatus {...one} />
            </span>
          </>
        )
      }}
    </Loaded>
  )
}

function InBag({ id }: { id: string }) {
  const bag = useRead(['bag', id], () => api.GET('/api/v1/bags/{id}', { params: { path: { id } } }))
  return <Cut text={bag.data?.body.label ?? ''} />
}
