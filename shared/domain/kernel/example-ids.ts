/** The ids of the examples in the API reference, which refer to each other. */
export const exampleIds = {
  tenant: '2f1c0a5e-9d3b-4c57-8a60-1f0b7d5c3e21',
  user: '5d0e8a1c-6b7f-4d3e-9a2b-0c4f8e6d1a37',
  warehouse: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  courier: '3fa85f64-5717-4562-b3fc-2c963f66afa6',
  flight: '9b2c8f1e-1f0a-4a5e-8e59-0d5c3c1f7a10',
  shipment: '0192f3a4-5b6c-7d8e-9f01-23456789abcd',
  package: '0192f3a4-6c7d-7e8f-a012-3456789abcde',
  bag: '0192f3a4-7d8e-7f90-b123-456789abcdef',
  event: '0192f3a4-8e9f-7012-8345-6789abcdef01',
  scan: '0192f3a4-9fa0-7123-9456-789abcdef012',
  photo: '0192f3a4-a0b1-7234-a567-89abcdef0123',
  noShow: '0192f3a4-b1c2-7345-b678-9abcdef01234',
  rating: '0192f3a4-c2d3-7456-8789-abcdef012345',
  webhook: '0192f3a4-d3e4-7567-989a-bcdef0123456',
  case: '0192f3a4-f5a6-7789-a0bc-def012345678',
  unloading: '0192f3a4-06b7-789a-b1cd-ef0123456789',
  handover: '0192f3a4-17c8-78ab-82de-f01234567890',
  apiKey: '0192f3a4-28c9-79bc-93ef-012345678901',
  contact: '0192f3a4-28d9-79bc-93ef-123456789012',
  import: '0192f3a4-28d9-79bc-93ef-0123456789ab',
  export: '0192f3a4-39ea-7acd-84f0-0123456789ab',
  passkey: '0192f3a4-4afb-7bde-95a1-123456789abc',
  session: '0192f3a4-e4f5-7678-a9ab-cdef01234567',
}

/** The content of the QR code on a label of the examples. */
const scanned = (t: 'pkg' | 'bag', i: string) =>
  JSON.stringify({ t, i, c: 'f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8', v: 1 })
export const labelTexts = { package: scanned('pkg', exampleIds.package), bag: scanned('bag', exampleIds.bag) }
