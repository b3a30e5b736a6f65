import { beforeAll } from 'vitest'
import { images, jpegWith, segment } from '../../support/api/images.ts'
import { newTenant, type Tenant, newParcel } from '../../support/api/tenant.ts'

export const mebibyte = 1024 * 1024
export let tenant: Tenant
export let id: string

/** A JPEG of exactly the given size, padded with comment segments. */
export function jpegOf(bytes: number): Buffer {
  const segments: Buffer[] = []
  for (let remaining = bytes - images.jpeg.length; remaining > 0;) {
    const size = remaining > 65_537 + 4 ? 65_537 : remaining > 65_537 ? remaining - 4 : remaining
    segments.push(segment(0xfe, 'x'.repeat(size - 4)))
    remaining -= size
  }
  return jpegWith(...segments)
}

/** Registers the hooks for a test file. A function, because test files may share loaded modules. */
export function setUp(): void {
  beforeAll(async () => {
    tenant = await newTenant()
    id = (await newParcel(tenant)).id
  })
}
