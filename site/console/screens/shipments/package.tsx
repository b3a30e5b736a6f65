import { moveTo } from '../../../../shared/domain/kernel/state-machine.ts'
import { handlingRoles } from '../../../../shared/domain/kernel/roles.ts'
import { packageMachine, type PackageStatus } from '../../../../shared/domain/states/package.ts'
import { api } from '../../api/client.ts'
import { useRead } from '../../api/read.ts'
import type { Package } from '../../api/records.ts'
import { hasRole } from '../../api/session.ts'
import { useAct } from '../../ui/act.ts'
import { saveFile } from '../../ui/save-file.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Status } from '../../ui/status.tsx'
import { formatTime, formatWeight } from '../../words/format.ts'
import { statusNames } from '../../words/statuses.ts'
import { words } from './words.ts'

/** The usual next status that staff set. Between warehouses, a package's status follows its bag. */
const usualNext: Partial<Record<PackageStatus, PackageStatus>> = {
  ...{ CREATED: 'IN_WAREHOUSE', IN_TRANSIT: 'ARRIVED', ARRIVED: 'READY_FOR_PICKUP' },
  ...{ READY_FOR_PICKUP: 'DELIVERED', LOST: 'ARRIVED' },
}
const moveNames = (): Partial<Record<PackageStatus, string>> => ({
  ...{
    IN_WAREHOUSE: words.receive,
    ARRIVED: words.arrive,
    READY_FOR_PICKUP: words.ready,
    DELIVERED: words.handOver,
  },
})

/** A package with what one can do with it, and its timeline. */
export function PackageCard({ id }: { id: string }) {
  const params = { params: { path: { id } } }
  const one = useRead(['package', id], () => api.GET('/api/v1/packages/{id}', params))
  const events = useRead(['package', id, 'events'], () => api.GET('/api/v1/packages/{id}/events', params))
  const act = useAct()
  const move = (status: PackageStatus, etag = '') =>
    void act.run(
      () =>
        api.PUT('/api/v1/packages/{id}', {
          ...params,
          body: { status },
          headers: { 'If-Match': etag },
        }),
      { done: words.nowIs(statusNames.package[status]) },
    )
  return (
    <article class="package">
      <Loaded query={one} lines={1}>
        {({ body, etag }) => (
          <>
            <Head one={body} />
            <p class="row">
              {nextOf(body) && hasRole(handlingRoles) && (
                <button
                  type="button"
                  aria-disabled={act.isBusy.value}
                  onClick={() => move(nextOf(body) ?? body.status, etag)}
                >
                  {moveNames()[nextOf(body) ?? body.status]}
                </button>
              )}
              <button
                type="button"
                class="plain"
                onClick={() =>
                  void saveFile(
                    () =>
                      api.GET('/api/v1/packages/{id}/label', {
                        params: { path: { id }, query: { format: 'pdf' } },
                        parseAs: 'blob',
                      }),
                    `${body.qr_code}.pdf`,
                  )
                }
              >
                {words.label}
              </button>
            </p>
          </>
        )}
      </Loaded>
      <details>
        <summary>{words.timeline}</summary>
        <Loaded query={events}>
          {({ body }) => (
            <ol class="timeline">
              {body.toReversed().map(({ id, timestamp, description, location }) => (
                <li key={id}>
                  <bdi>{description}</bdi>
                  <br />
                  <span class="hint">
                    <time dateTime={timestamp}>{formatTime(timestamp)}</time>
                    {location && ` · ${location}`}
                  </span>
                </li>
              ))}
            </ol>
          )}
        </Loaded>
      </details>
    </article>
  )
}

function nextOf({ status }: Package): PackageStatus | undefined {
  const to = usualNext[status]
  return to && moveTo(packageMachine, status, to, false) ? to : undefined
}

const Head = ({ one: { qr_code, status, weight, category, exception } }: { one: Package }) => (
  <p class="row">
    <span class="code">{qr_code}</span>
    <Status of="package" status={status} />
    {exception && <span class="tag needs">{exception.code}</span>}
    <span class="hint">
      {formatWeight(weight)} · <bdi>{category}</bdi>
    </span>
  </p>
)
