import { messages } from '../messages/scan.ts'
import type { Feedback } from './feedback.tsx'
import type { Label } from './label.ts'

/** The message after a label that no package has. */
export const noPackage = ({ type }: Label): Feedback => ({
  tone: 'wrong',
  title: messages.noPackage,
  ...(type === 'shipment' && { detail: messages.isShipment }),
  ...(type === 'bag' && { detail: messages.isBag }),
})
