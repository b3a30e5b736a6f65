import type { Package } from '../api/records.ts'

/** Whether a package is on hold: by a case, or by the scan that opens one. It is not handed over. */
export const isOnHold = ({ exception }: Partial<Pick<Package, 'exception'>>) =>
  exception?.code === 'HOLD' || exception?.code === 'CUSTOMS_HOLD'
