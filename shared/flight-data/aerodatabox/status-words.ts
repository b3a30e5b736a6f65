import type { FlightStatus } from '../../domain/flights/status.ts'

/** The words for each status, in lower-case letters. Any other word leaves the status as it is. */
const words: Record<FlightStatus, readonly string[]> = {
  SCHEDULED: ['expected', 'scheduled', 'checkin', 'delayed'],
  BOARDING: ['boarding', 'gateclosed'],
  DEPARTED: ['departed', 'enroute', 'active', 'approaching'],
  ARRIVED: ['arrived', 'landed'],
  CANCELLED: ['cancelled', 'canceled'],
}

/** The status that a word stands for, whatever its case and spacing. */
export function statusOf(word: string): FlightStatus | undefined {
  const letters = word.toLowerCase().replace(/[^a-z]/g, '')
  return (Object.keys(words) as FlightStatus[]).find((status) => words[status].includes(letters))
}
