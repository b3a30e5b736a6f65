import { useRef } from 'preact/hooks'
import { useLocation } from 'preact-iso/router'
import { CourierError, unwrap } from '../../../../shared/client/http/errors.ts'
import { api, queries } from '../../../staff/api/client.ts'
import { commands, type Command } from '../../../staff/scan/code.ts'
import { readScan, refusalOf, type Scanned } from '../../scan/label.ts'
import { messages as scan } from '../../scan/messages.ts'
import type { Outcome } from '../../scan/queue.ts'
import { ScanLine } from '../../scan/scan-line.tsx'
import { formatWeight } from '../../../staff/messages/format.ts'
import { joined } from '../../../staff/messages/language.ts'
import { packingWarnings } from '../../../staff/messages/packing-warnings.ts'
import { messages } from './messages.ts'

/** Scans packages into an open bag. UNDO takes the last one out again, SEAL seals the bag, NEXT begins another. */
export function Pack({ id }: { id: string }) {
  const { route } = useLocation()
  const packed = useRef<{ id: string; code: string }[]>([])
  const path = (package_id: string) => ({ params: { path: { id, package_id } } })

  async function carryOut(command: Command): Promise<string> {
    if (command === 'NEXT') {
      route('/console/bags/new')
      return ''
    }
    if (command === 'SEAL') {
      await unwrap(api.PUT('/api/v1/bags/{id}/seal', { params: { path: { id } } }))
      return messages.sealed
    }
    const last = packed.current.at(-1)
    if (last === undefined) return messages.nothingToUndo
    const { response, error } = await api.DELETE('/api/v1/bags/{id}/packages/{package_id}', path(last.id))
    // 404: it is out already, and the response of an earlier attempt was lost.
    if (!response.ok && response.status !== 404) throw new CourierError(response, error)
    packed.current = packed.current.filter((one) => one !== last)
    return joined([last.code, messages.takenOut])
  }
  async function act(scanned: Scanned): Promise<Outcome> {
    if ('command' in scanned) return carryOut(scanned.command)
    const bag = await unwrap(
      api.POST('/api/v1/bags/{id}/packages', {
        params: { path: { id } },
        body: { qr_codes: [scanned.qr_code] },
      }),
    )
    const [refused] = bag.refused
    if (refused) throw refusalOf(refused, scanned.qr_code)
    const [added] = bag.packed
    const isAgain = packed.current.some(({ id }) => id === added?.package_id)
    if (added && !isAgain) packed.current.push({ id: added.package_id, code: added.qr_code })
    const text = isAgain ? messages.packedAgain : messages.packed
    const warnings = (added?.warnings ?? []).map((code) => packingWarnings[code]?.(added?.destination ?? ''))
    return {
      text: joined([...warnings, text(bag.total_packages, formatWeight(bag.total_weight_kg))]),
      needsCare: warnings.length > 0,
      code: added?.qr_code,
    }
  }
  return (
    <ScanLine
      label={messages.scan}
      read={readScan}
      act={act}
      onIdle={() => void queries.invalidateQueries({ queryKey: ['bag', id] })}
      hint={
        <ul class="row commands hint" aria-label={scan.cards}>
          {commands.map((command) => (
            <li key={command}>
              <span class="code">{command}</span> {scan[command]}
            </li>
          ))}
        </ul>
      }
    />
  )
}
