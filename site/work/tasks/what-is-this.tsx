import { useSignal } from '@preact/signals'
import { Status } from '../../staff/ui/status.tsx'
import { formatWeight } from '../../staff/words/format.ts'
import { isOnline } from '../app/online.ts'
import type { Feedback } from '../scan/feedback.tsx'
import { findPackage, type ScannedPackage } from '../scan/known.ts'
import type { Label } from '../scan/label.ts'
import { Scanner } from '../scan/scanner.tsx'
import { verify, type Entity } from '../scan/verify.ts'
import { words as scans } from '../words/scan.ts'
import { words } from '../words/tasks.ts'
import { PackageLine } from './package-line.tsx'

/** Milliseconds that a check may take. */
const patience = 10_000

/** What a label belongs to, and whether it is genuine. Without a connection it says that it was not checked. */
export default function WhatIsThis() {
  const entity = useSignal<Entity | undefined>(undefined)
  /** Of a printed code, which has no signature to check. */
  const known = useSignal<ScannedPackage | undefined>(undefined)

  async function scan(label: Label): Promise<Feedback> {
    entity.value = undefined
    known.value = undefined
    const title = label.shown
    if (label.type === 'other') return { tone: 'wrong', title, detail: words.notOurs }
    if (label.type === 'shipment') return { tone: 'wrong', title, detail: scans.isShipment }
    if (label.type === 'code') {
      const found = await findPackage(label)
      if (found === 'unknown') return { tone: 'wrong', title, detail: scans.unknownPackage }
      known.value = found
      const detail = found ? words.aPackage : `${words.aPackage} · ${words.notVerified}`
      return { tone: isOnline.value && found ? 'done' : 'kept', title, detail }
    }
    const answer = await verify(label, patience)
    if (!answer) {
      const detail = label.type === 'bag' ? words.aBag : words.aPackage
      return { tone: 'kept', title, detail: `${detail} · ${words.notVerified}` }
    }
    if ('invalid' in answer) return { tone: 'wrong', title: scans.notGenuine, detail: answer.invalid }
    entity.value = answer.entity
    return { tone: 'done', title: answer.entity.qr_code }
  }
  return (
    <Scanner label={words.scanAny} onScan={scan}>
      {() => (
        <>
          {known.value && (
            <section class="card stack">
              <PackageLine of={known.value} />
              {known.value.record && (
                <p class="row">
                  <Status of="package" status={known.value.record.status} />
                </p>
              )}
            </section>
          )}
          {entity.value && (
            <section class="card stack">
              <h2 class="code">{entity.value.qr_code}</h2>
              <p class="row">
                <Status of={entity.value.type === 'bag' ? 'bag' : 'package'} status={entity.value.status} />
                <span>{formatWeight(entity.value.weight)}</span>
              </p>
            </section>
          )}
        </>
      )}
    </Scanner>
  )
}
