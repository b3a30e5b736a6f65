import { document, operations, type Operation } from './document.ts'
import { html, plainText } from './html.ts'
import { anchorOf, inline, type Article } from './markdown.ts'
import { operationSection } from './operation.ts'

/** A page of the reference: the operations of a tag. */
export interface Topic {
  name: string
  url: string
  description: string
  operations: readonly Operation[]
}

export const topics: readonly Topic[] = document.tags.map(({ name, description }) => ({
  name,
  description,
  url: `/docs/api/${anchorOf(name)}`,
  operations: operations.filter(({ tag }) => tag === name),
}))

/** The guides that explain the operations of a tag. */
const guidesOf: Record<string, string> = {
  Accounts: '[Signing in](/docs/signing-in), [Users and roles](/docs/users-and-roles)',
  'Provider sign-in': '[Identity providers](/docs/identity-providers)',
  Users: '[Users and roles](/docs/users-and-roles)',
  Couriers: '[Shipments, bags and flights](/docs/shipments-bags-and-flights)',
  Flights:
    '[Shipments, bags and flights](/docs/shipments-bags-and-flights), [State machines](/docs/state-machines#flight)',
  Shipments:
    '[Your first parcel](/docs/first-parcel), [State machines](/docs/state-machines#shipment), [Requests and responses](/docs/requests)',
  Packages:
    '[Shipments, bags and flights](/docs/shipments-bags-and-flights), [State machines](/docs/state-machines#package)',
  Photos: '[Photos and labels](/docs/photos-and-labels)',
  Labels: '[Photos and labels](/docs/photos-and-labels)',
  Bags: '[Shipments, bags and flights](/docs/shipments-bags-and-flights), [State machines](/docs/state-machines#bag)',
  'Warehouse scans': '[Scanning labels](/docs/scanning), [Event types](/docs/event-types#timeline-events)',
  'QR scans': '[Scanning labels](/docs/scanning)',
  Notices: '[Notices](/docs/notices)',
  Events: '[Events](/docs/events), [Live updates](/docs/live-updates), [Event types](/docs/event-types)',
  Webhooks: '[Webhooks](/docs/webhooks), [Event types](/docs/event-types)',
}

export const reference = ({ name, description, operations }: Topic): Article => ({
  title: name,
  lead: plainText(inline(description)),
  body: html`<p class="lead">${inline(description)}</p>
    ${guidesOf[name] !== undefined && html`<p>How it works: ${inline(guidesOf[name])}.</p>`}
    ${operations.map(operationSection)}`,
  sections: operations.map(({ id, summary, method, path, description }) => ({
    id,
    title: summary,
    depth: 2,
    text: `${method} ${path} ${id} ${plainText(inline(description))}`,
  })),
})
