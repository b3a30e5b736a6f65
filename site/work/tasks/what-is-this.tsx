import { useSignal } from '@preact/signals'
import type { components } from '../../../shared/client/api-types.ts'
import { unwrap } from '../../../shared/client/http/errors.ts'
import { api } from '../../staff/api/client.ts'
import { Status } from '../../staff/ui/status.tsx'
import { formatWeight } from '../../staff/words/format.ts'
import type { Feedback } from '../scan/feedback.tsx'
import type { Label } from '../scan/label.ts'
import { Scanner } from '../scan/scanner.tsx'
import { words as scans } from '../words/scan.ts'
import { words } from '../words/tasks.ts'

type Scan = components['schemas']['Scan']

/** What a label belongs to, and whether it is genuine. Without a connection it says that it was not checked. */
export default function WhatIsThis() {
  const entity = useSignal<Scan['entity'] | undefined>(undefined)

  async function scan(label: Label): Promise<Feedback> {
    entity.value = undefined
    const title = label.shown
    if (label.type === 'other') return { tone: 'wrong', title, detail: words.notOurs }
    const notChecked: Feedback = {
      tone: 'kept',
      title,
      detail: label.type === 'bag' ? words.aBag : words.aPackage,
    }
    if (!('id' in label)) return notChecked
    try {
      const answer = await unwrap(
        api.POST('/api/v1/scans', { body: { qr_data: JSON.parse(label.text) as never, platform: 'web' } }),
      )
      if (!('entity' in answer))
        return answer.validation_result === 'rate_limited'
          ? notChecked
          : { tone: 'wrong', title: scans.notGenuine, detail: answer.error_message ?? '' }
      entity.value = answer.entity
      return { tone: 'done', title: answer.entity.qr_code }
    } catch {
      return { ...notChecked, detail: `${notChecked.detail ?? ''} · ${scans.notChecked}` }
    }
  }
  return (
    <>
      <Scanner label={words.scanAny} onScan={scan} />
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
  )
}
