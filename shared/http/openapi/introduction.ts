import { idempotencyHours } from '../../core/idempotency.ts'

/** The description of the API, in Markdown. */
export const introduction = `
Parcels travel between countries by air, in the bags of couriers. Managers book shipments, warehouses scan packages into
bags, couriers check bags in at the airline, and recipients follow their parcel on a public page.

**Sign in.** \`POST /api/v1/auth/register\` or \`/login\` returns an \`access_token\` for the header
\`Authorization: Bearer\`, valid for 15 minutes, and a \`refresh_token\`, which \`POST /api/v1/auth/refresh\` exchanges for
new tokens. A token belongs to one company: records of others answer 404.

**Repeat safely.** Send an \`Idempotency-Key\` with each POST: a request that is repeated under its key takes effect once,
and gets the first answer for ${idempotencyHours} hours. A 503 or a lost connection can then simply be sent again.

**Change what you have seen.** A record's response has an \`ETag\`; send it as \`If-Match\` with the change, and it gets 412 if
someone else was faster. \`If-None-Match\` saves reading unchanged data.

**Errors** are \`{"detail", "code"}\`; 422 lists every fault as \`{loc, msg, type}\`. With \`Accept: application/problem+json\`
they are problem details (RFC 9457). \`X-Request-Id\` names the request in the service's log.

**Lists** come in pages: \`limit\` is how many, and \`X-Next-Cursor\` the \`cursor\` of the next page. A filter that a list
does not have gets 422.

**Limits.** Bodies are JSON in UTF-8 of up to 256 KiB, photos of up to 4 MiB. A company
may send 2,000 requests a second. A 429 says in \`Retry-After\` when to try again.

**Versions.** Paths begin with \`/api/v1\`. Within a version fields, event types and enumeration values are only added, so
ignore those that you do not know.
`.trim()
