import type { Feedback } from '../scan/feedback.tsx'
import { findPackage, type ScannedPackage } from '../scan/known.ts'
import { isPackage, type Label, type PackageLabel } from '../scan/label.ts'
import { noPackage, whyUnknown } from '../scan/refusal.ts'
import { Scanner } from '../scan/scanner.tsx'
import { messages } from '../messages/tasks.ts'

interface PackageScannerProps {
  label?: string
  /** Takes a package; returns what to do next, or what is off about it, or why it is refused. */
  onPackage: (found: ScannedPackage, label: PackageLabel) => Next | Promise<Next>
}
type Next = string | { noticed: string } | { refused: string }

/** Scans packages that have to be known: by their QR codes, or by the printed code if the service or this phone knows it. */
export function PackageScanner({ label: title = messages.scanPackage, onPackage }: PackageScannerProps) {
  async function scan(label: Label): Promise<Feedback> {
    if (!isPackage(label)) return noPackage(label)
    const found = await findPackage(label)
    if (!found) return { tone: 'wrong', title: label.shown, detail: messages.scanQr }
    if (found === 'unknown') return { tone: 'wrong', title: label.shown, detail: await whyUnknown(label) }
    const name = found.shown
    const next = await onPackage(found, label)
    if (typeof next !== 'string' && 'noticed' in next)
      return { tone: 'needs', title: name, name, detail: next.noticed }
    if (typeof next !== 'string') return { tone: 'wrong', title: name, name, detail: next.refused }
    return { tone: found.record ? 'done' : 'kept', title: name, name, detail: next }
  }
  return <Scanner label={title} onScan={scan} />
}
