import { words } from '../words/scan.ts'
import type { Feedback } from './feedback.tsx'
import type { Label } from './label.ts'

/** What the worker sees after a label that is of no package. */
export const noPackage = ({ type }: Label): Feedback => ({
  tone: 'wrong',
  title: words.noPackage,
  ...(type === 'shipment' && { detail: words.isShipment }),
})
