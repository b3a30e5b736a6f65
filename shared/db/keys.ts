/** The single table's sparse indexes. Index `x` has the key attributes `xpk` and `xsk`. */
export const indexes = ['gsi1', 'gsi2'] as const
export type Index = (typeof indexes)[number]

/** Where an item stands in the table. */
export interface Key {
  pk: string
  sk: string
}
