import { useSignal } from '@preact/signals'
import { CourierError, unwrap } from '../../../../shared/client/http/errors.ts'
import { handlingRoles } from '../../../../shared/domain/kernel/roles.ts'
import type { ComponentChildren } from 'preact'
import { Dialog } from '../../../design/dialog.tsx'
import { Tag } from '../../../design/tag.tsx'
import { api, queries } from '../../../staff/api/client.ts'
import { useRead } from '../../../staff/api/read.ts'
import { hasRole } from '../../../staff/api/session.ts'
import { codeOf } from '../../../staff/scan/code.ts'
import { ScanLine } from '../../scan/scan-line.tsx'
import type { Outcome } from '../../scan/queue.ts'
import { useAct } from '../../../staff/ui/act.ts'
import { Tiles } from '../../ui/tiles.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Loaded } from '../../../staff/ui/loaded.tsx'
import { common } from '../../../staff/messages/common.ts'
import { office } from '../../messages/office.ts'
import { formatNumber } from '../../../staff/messages/format.ts'
import { joined } from '../../../staff/messages/language.ts'
import { titles } from '../../messages/screens.ts'
import { PackageLink } from '../../ui/package-link.tsx'
import { UnloadingStatus } from './past.tsx'
import { useUnloading } from './progress.tsx'
import { Gone, isGone } from '../../ui/gone.tsx'
import { messages } from './messages.ts'

/** Problems are shown where they are. */
const wrong = ['excess', 'misrouted', 'damaged'] as const
type Numbers = Record<'expected' | 'found' | 'missing' | (typeof wrong)[number], number>

/** The finds of an unloading, as a bar and in numbers. */
const Counts = ({ counts }: { counts: Numbers }) => (
  <div class="stack tight">
    <progress
      class="whole"
      max={Math.max(1, counts.expected)}
      value={counts.found}
      aria-label={messages.ofExpected(formatNumber(counts.found), formatNumber(counts.expected))}
    />
    <Tiles
      tiles={[...(['expected', 'found', 'missing'] as const), ...wrong.filter((name) => counts[name] > 0)].map(
        (name) => [messages[name], formatNumber(counts[name])],
      )}
    />
  </div>
)

/** An unloading: expected packages and finds. Each package is scanned; those that are missing at the end get cases. */
export function UnloadingPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const path = { id }
  const unloading = useUnloading(id)
  const bagId = unloading.data?.body.bag_id ?? ''
  const bag = useRead(
    ['bag', bagId],
    () => api.GET('/api/v1/bags/{id}', { params: { path: { id: bagId } } }),
    bagId !== '',
  )
  const isDamaged = useSignal(false)
  const asked = useSignal<'close' | 'seal' | undefined>(undefined)
  const act = useAct()
  if (isGone(unloading)) return <Gone onClose={onClose} />

  const read = async (text: string) => {
    // For the package that is scanned next.
    const condition = isDamaged.value ? ('DAMAGED' as const) : ('OK' as const)
    isDamaged.value = false
    return { qr_code: codeOf(text), condition }
  }
  async function find(scanned: Awaited<ReturnType<typeof read>>, find_id: string): Promise<Outcome> {
    const { results } = await unwrap(
      api.POST('/api/v1/unloadings/{id}/finds', {
        params: { path },
        body: { finds: [{ find_id, ...scanned }] },
      }),
    )
    const [answer] = results
    if (!answer || answer.status > 299)
      throw new CourierError({ status: answer?.status ?? 500, headers: new Headers() }, answer?.body)
    const { outcome = 'FOUND', qr_code } = 'outcome' in answer.body ? answer.body : {}
    const isWhole = scanned.condition !== 'DAMAGED'
    return {
      text: joined([messages[outcome], !isWhole && messages.damaged]),
      needsCare: outcome !== 'FOUND' || !isWhole,
      code: qr_code,
    }
  }
  return (
    <Dialog
      panel
      title={bag.data ? messages.unloadingOf(bag.data.body.label) : titles.unloading}
      status={unloading.data && <UnloadingStatus status={unloading.data.body.status} />}
      closeLabel={common.close}
      onClose={onClose}
    >
      <Loaded query={unloading}>
        {({ body, etag }) => (
          <>
            <Counts counts={body.counts} />
            {body.status === 'OPEN' && hasRole(handlingRoles) && (
              <>
                <ScanLine
                  label={messages.scanPackage}
                  read={read}
                  act={find}
                  onIdle={() => void queries.invalidateQueries({ queryKey: ['unloading', id] })}
                >
                  <p class="lead-row">
                    <span class="hint">{messages.damagedHint}</span>
                    <button
                      type="button"
                      class="danger"
                      aria-pressed={isDamaged.value}
                      onClick={() => (isDamaged.value = !isDamaged.value)}
                    >
                      {messages.damaged}
                    </button>
                  </p>
                </ScanLine>
                <p class="row">
                  <button
                    type="button"
                    aria-haspopup="dialog"
                    class="primary"
                    onClick={() => (asked.value = 'close')}
                  >
                    {messages.close}
                  </button>
                  {body.seal_intact !== false && (
                    <button
                      type="button"
                      aria-haspopup="dialog"
                      class="danger"
                      onClick={() => (asked.value = 'seal')}
                    >
                      {messages.sealBroken}
                    </button>
                  )}
                </p>
              </>
            )}
            <Packages
              title={messages.missingPackages}
              ids={body.missing}
              {...(body.status === 'CLOSED' && { status: <Tag tone="wrong">{messages.missing}</Tag> })}
            />
            {wrong.map((name) => (
              <Packages
                key={name}
                title={messages[name]}
                ids={body[name]}
                status={
                  <Tag tone={name === 'damaged' ? 'wrong' : 'needs'}>
                    {name === 'excess' ? messages.EXCESS : messages[name]}
                  </Tag>
                }
              />
            ))}
            {asked.value === 'close' && (
              <Confirm
                title={messages.close}
                text={messages.closeHint}
                action={messages.close}
                onClose={() => (asked.value = undefined)}
                onConfirm={() =>
                  void act.run(
                    () =>
                      api.POST('/api/v1/unloadings/{id}/close', {
                        params: { path, ...(etag && { header: { 'If-Match': etag } }) },
                      }),
                    { done: messages.closed },
                  )
                }
              />
            )}
            {asked.value === 'seal' && (
              <Confirm
                title={messages.sealBroken}
                text={messages.sealBrokenHint}
                action={messages.sealBroken}
                isDanger
                onClose={() => (asked.value = undefined)}
                onConfirm={() =>
                  void act.run(
                    () =>
                      api.POST('/api/v1/warehouse/{id}/unloadings', {
                        params: { path: { id: body.warehouse_id } },
                        body: { bag_id: body.bag_id, seal_intact: false },
                      }),
                    { done: office.saved },
                  )
                }
              />
            )}
          </>
        )}
      </Loaded>
    </Dialog>
  )
}

/** More are not read one by one. */
const maxListed = 20
interface PackagesProps {
  title: string
  ids: readonly string[]
  /** In place of theirs, which the end of an unloading does not change. */
  status?: ComponentChildren
}
const Packages = ({ title, ids, status }: PackagesProps) =>
  ids.length === 0 || ids.length > maxListed ? null : (
    <section class="stack">
      <h3>{title}</h3>
      <ul class="stack tight">
        {ids.map((id) => (
          <li key={id}>
            <PackageLink id={id} status={status} />
          </li>
        ))}
      </ul>
    </section>
  )
