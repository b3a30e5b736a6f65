import type { Feedback } from '../scan/feedback.tsx'
import type { Label, PackageLabel } from '../scan/label.ts'
import { Scanner } from '../scan/scanner.tsx'
import { words as scans } from '../words/scan.ts'
import { words } from '../words/tasks.ts'

interface PackageScannerProps {
  label?: string
  onPackage: (label: PackageLabel) => string
}

/** Scans packages by their QR codes. `onPackage` returns what to do next. */
export function PackageScanner({ label = words.scanPackage, onPackage }: PackageScannerProps) {
  const scan = (label: Label): Feedback =>
    label.type === 'package'
      ? { tone: 'done', title: label.shown, detail: onPackage(label) }
      : { tone: 'wrong', title: scans.noPackage, detail: words.scanQr }
  return <Scanner label={label} onScan={(read) => Promise.resolve(scan(read))} />
}
