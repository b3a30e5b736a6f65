import type { ScannedPackage } from '../scan/known.ts'

/** A package's code, and for whom it is as far as this phone knows. */
export const PackageLine = ({ of: { shown, record } }: { of: ScannedPackage }) => (
  <>
    <strong class="code">{shown}</strong>
    {record && (
      <>
        <bdi>{record.recipient_name}</bdi>
        <bdi class="code">{record.tracking_id}</bdi>
      </>
    )}
  </>
)
