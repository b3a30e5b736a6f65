import { useSignal } from '@preact/signals'
import { CircleX } from 'lucide-preact'
import { Tag } from '../../design/tag.tsx'
import { caseNames } from '../../staff/messages/statuses.ts'
import type { components } from '../../../shared/client/api-types.ts'
import type { Bag } from '../../staff/api/records.ts'
import { BagStatus } from '../../staff/bags/status.tsx'
import { Status } from '../../staff/ui/status.tsx'
import { formatWeight } from '../../staff/messages/format.ts'
import { isOnline } from '../app/online.ts'
import type { Feedback } from '../scan/feedback.tsx'
import { findPackage, type ScannedPackage } from '../scan/known.ts'
import type { Label } from '../scan/label.ts'
import { Scanner } from '../scan/scanner.tsx'
import { validate, whyInvalid, whyUnknown } from '../scan/refusal.ts'
import { messages as scans } from '../messages/scan.ts'
import { messages } from '../messages/tasks.ts'
import { readBag } from './bag-name.ts'
import { PackageLine } from './package-line.tsx'

type Entity = NonNullable<components['schemas']['Scan']['entity']>

/** The record of a label, and whether it is genuine. Without a connection it says that it was not checked. */
export default function WhatIsThis() {
  const entity = useSignal<Entity | undefined>(undefined)
  /** Of the label of a bag, if it can be read. */
  const bag = useSignal<Bag | undefined>(undefined)
  /** For a printed code, which has no signature to check. */
  const known = useSignal<ScannedPackage | undefined>(undefined)

  async function scan(label: Label): Promise<Feedback> {
    entity.value = undefined
    known.value = undefined
    bag.value = undefined
    const title = label.shown
    if (label.type === 'other') return { tone: 'wrong', title, detail: messages.notOurs }
    if (label.type === 'shipment') return { tone: 'wrong', title, detail: scans.isShipment }
    if (label.type === 'code') {
      const found = await findPackage(label)
      if (found === 'unknown') return { tone: 'wrong', title, detail: await whyUnknown(label) }
      known.value = found
      const detail = found ? messages.aPackage : `${messages.aPackage} · ${messages.notVerified}`
      return { tone: isOnline.value && found ? 'done' : 'kept', title, detail }
    }
    const answer = isOnline.value ? await validate(label.text).catch(() => undefined) : undefined
    if (!answer || answer.validation_result === 'rate_limited') {
      const detail = label.type === 'bag' ? messages.aBag : messages.aPackage
      return { tone: 'kept', title, detail: `${detail} · ${messages.notVerified}` }
    }
    entity.value = 'entity' in answer ? answer.entity : undefined
    if (!entity.value) return { tone: 'wrong', title, detail: await whyInvalid(answer) }
    const found = label.type === 'package' ? await findPackage(label) : undefined
    if (found && found !== 'unknown') {
      known.value = found
      entity.value = undefined
      return { tone: 'done', title: found.shown, name: found.shown, detail: messages.aPackage }
    }
    const { qr_code, type } = entity.value
    if (label.type === 'bag') bag.value = await readBag(label.id)
    const detail = type === 'bag' ? messages.aBag : messages.aPackage
    return { tone: 'done', title: qr_code, name: qr_code, detail }
  }
  return (
    <Scanner label={messages.scanAny} onScan={scan}>
      {() => (
        <>
          {known.value && (
            <section class="card stack">
              <PackageLine of={known.value} />
              {known.value.record && <State record={known.value.record} />}
            </section>
          )}
          {entity.value && (
            <section class="card stack">
              <h2 class="code">{entity.value.qr_code}</h2>
              <p class="row">
                {bag.value ? (
                  <BagStatus bag={bag.value} />
                ) : (
                  <Status of={entity.value.type === 'bag' ? 'bag' : 'package'} status={entity.value.status} />
                )}
                <span>{formatWeight(entity.value.weight)}</span>
              </p>
            </section>
          )}
        </>
      )}
    </Scanner>
  )
}

/** The state of a package: what has to be settled about it, and its status; of a cancelled shipment, that it was. */
const State = ({ record: { status, exception, cancelled_at } }: { record: Known }) => (
  <p class="row">
    {exception && <Tag tone="wrong">{caseNames[exception.code] ?? exception.code}</Tag>}
    {cancelled_at ? (
      <Tag tone="wrong" icon={CircleX}>
        {messages.cancelled}
      </Tag>
    ) : (
      <Status of="package" status={status} />
    )}
  </p>
)
type Known = NonNullable<ScannedPackage['record']>
