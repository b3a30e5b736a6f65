import { size } from '../support/suite/proof.ts'

export const runs = size(300, 20_000)
