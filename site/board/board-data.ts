import type { ShipmentStatus } from '../../shared/domain/states/shipment.ts'
import { call } from './api/api-client.ts'
import type { Board, Card, Column } from './ui/records.ts'

/** Cards per column of the initial board, cards added by "Show more", and the maximum page size of the API. */
const [firstCards, moreCards, maxPageSize] = [20, 30, 200]

/** Reads the board, with as many cards per column as the user has loaded. Methods throw RequestError. */
export function readBoard() {
  const lengths = new Map<ShipmentStatus, number>()
  let board: Board | undefined

  const requestedLength = (status: ShipmentStatus) => lengths.get(status) ?? firstCards
  const isShort = ({ status, shipments, next_cursor }: Column) =>
    next_cursor !== null && shipments.length < requestedLength(status)

  /** Reads further pages of a column up to its requested length. */
  async function extended(column: Column): Promise<Column> {
    while (isShort(column)) {
      const { status, shipments, next_cursor } = column
      const limit = String(Math.min(maxPageSize, requestedLength(status) - shipments.length))
      const query = new URLSearchParams({ status, limit, cursor: next_cursor ?? '' })
      const page = await call<Card[]>(`GET /api/v1/shipments?${query}`)
      column = { ...column, shipments: [...shipments, ...page.body], next_cursor: page.next ?? null }
    }
    return column
  }

  return {
    async read(): Promise<Board> {
      const { body } = await call<Board>(`GET /api/v1/shipments/board?per_column=${firstCards}`)
      let { columns } = body
      // The user may request more of a column while another is read.
      do columns = await Promise.all(columns.map(extended))
      while (columns.some(isShort))
      // A shipment that changed columns while the pages were read is shown once, in the first one.
      const seen = new Set<string>()
      const isFirst = ({ id }: Card) => !seen.has(id) && seen.add(id)
      board = { ...body, columns: columns.map((one) => ({ ...one, shipments: one.shipments.filter(isFirst) })) }
      return board
    },
    /** Returns the board with one more page of a column. */
    async more(status: ShipmentStatus): Promise<Board | undefined> {
      const column = board?.columns.find((one) => one.status === status)
      if (!board || !column) return undefined
      lengths.set(status, column.shipments.length + moreCards)
      const extendedColumn = await extended(column)
      const columns = board.columns.map((one) => (one.status === status ? extendedColumn : one))
      board = { ...board, columns }
      return board
    },
  }
}
