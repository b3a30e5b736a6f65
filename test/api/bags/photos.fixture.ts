import { beforeAll } from 'vitest'
import { images, jpegWith, segment } from '../../support/api/images.ts'
import { add, book, newTenant, type Tenant } from '../../support/api/tenant.ts'

export const mebibyte = 1024 * 1024
export let tenant: Tenant
export let id: string

/** A JPEG of exactly so many bytes, most of which are comments. */
export function jpegOf(bytes: number): Buffer {
  const segments: Buffer[] = []
  for (let left = bytes - images.jpeg.length; left > 0;) {
    const size = left > 65_537 + 4 ? 65_537 : left > 65_537 ? left - 4 : left
    segments.push(segment(0xfe, 'x'.repeat(size - 4)))
    left -= size
  }
  return jpegWith(...segments)
}

/** Registers the hooks for a test file; its modules may be shared with others. */
export function setUp(): void {
  beforeAll(async () => {
    tenant = await newTenant()
    id = (await add(tenant, (await book(tenant)).id)).id
  })
}
