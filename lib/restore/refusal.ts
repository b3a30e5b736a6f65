import type { Finding } from '../preflight/check.ts'

/** Why a command does not begin, or does not go on, and what to do about it. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly cure: string

  constructor({ found, cure }: Finding) {
    super(found)
    this.cure = cure
  }
}
