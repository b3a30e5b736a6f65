import type { ShipmentStatus } from '../../shared/domain/states/shipment.ts'
import { call } from './api/api-client.ts'
import type { Board, Card, Column } from './ui/records.ts'

/** Cards per column of the initial board, cards added by "Show more", and the maximum page size of the API. */
const [first, further, most] = [20, 30, 200]

/** Reads the board, with as many cards per column as the user has loaded. Methods throw Refused. */
export function readBoard() {
  const lengths = new Map<ShipmentStatus, number>()
  let board: Board | undefined

  const wanted = (status: ShipmentStatus) => lengths.get(status) ?? first
  const isShort = ({ status, shipments, next_cursor }: Column) =>
    next_cursor !== null && shipments.length < wanted(status)

  /** Reads further pages of a column up to its requested length. */
  async function lengthened(column: Column): Promise<Column> {
    while (isShort(column)) {
      const { status, shipments, next_cursor } = column
      const limit = String(Math.min(most, wanted(status) - shipments.length))
      const query = new URLSearchParams({ status, limit, cursor: next_cursor ?? '' })
      const page = await call<Card[]>(`GET /api/v1/shipments?${query}`)
      column = { ...column, shipments: [...shipments, ...page.body], next_cursor: page.next ?? null }
    }
    return column
  }

  return {
    async read(): Promise<Board> {
      const { body } = await call<Board>(`GET /api/v1/shipments/board?per_column=${first}`)
      let { columns } = body
      // The user may request more of a column while another is read.
      do columns = await Promise.all(columns.map(lengthened))
      while (columns.some(isShort))
      // A shipment that changed columns while the pages were read is shown once, in the first one.
      const seen = new Set<string>()
      const once = ({ id }: Card) => !seen.has(id) && seen.add(id)
      board = { ...body, columns: columns.map((one) => ({ ...one, shipments: one.shipments.filter(once) })) }
      return board
    },
    /** Returns the board with one more page of a column. */
    async more(status: ShipmentStatus): Promise<Board | undefined> {
      const column = board?.columns.find((one) => one.status === status)
      if (!board || !column) return undefined
      lengths.set(status, column.shipments.length + further)
      const longer = await lengthened(column)
      const columns = board.columns.map((one) => (one.status === status ? longer : one))
      board = { ...board, columns }
      return board
    },
  }
}
