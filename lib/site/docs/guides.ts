import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { article, type Article } from './markdown.ts'

const root = join(import.meta.dirname, '../../..')

/**
 * The guides in the order of their reading, by the heading above them, and what each is about: files of docs/guide, and
 * those of docs/reference that clients need.
 */
export const guideNames: Record<string, Record<string, string>> = {
  'Get started': {
    'first-parcel': 'Book a shipment, add a package and follow the parcel, in five minutes with curl.',
    'signing-in': 'Get an access token, renew it, and sign in as a person or as a program.',
    requests: 'Repeat requests safely, change what you have read, and page through lists.',
    errors: 'Every error code: what it means, and what to do about it.',
  },
  Integrate: {
    events: 'Three ways to learn what happened: the feed, webhooks and live updates.',
    'api-keys': 'Let a shop or another system of yours call the API, with scopes and without a password.',
    webhooks: 'Have signed events sent to your server, and verify them in three languages.',
    'live-updates': 'Show what happens at this moment, over a WebSocket.',
    'import-and-export': 'Book shipments from a table, and write them to one.',
    client: 'The TypeScript client and the command line: retries, pages and live updates included.',
    'going-live': 'What to check before your program works with real parcels.',
  },
  Concepts: {
    'shipments-bags-and-flights': 'How a parcel travels, and how its status follows from packages and bags.',
    'users-and-roles': 'Invite users, choose their roles, and end their access.',
    audit: 'Who changed what, and who read files, with a proof that no entry was changed since.',
    scanning: 'Validate labels by their signed QR codes, and record scans at warehouses.',
    'photos-and-labels': 'Add photos of packages, and print labels and manifests.',
    'hand-over': 'Give parcels to their recipients, with a code, a signature or a photo as proof.',
    notices: 'Write to recipients and senders when a parcel is ready or delivered.',
    'finding-and-contacts': 'Find shipments by phone, name, reference or code, and book with contacts.',
    'identity-providers': 'Sign in with Google, Microsoft or a provider of your own.',
  },
  'At a glance': {
    'state-machines': 'The statuses of each record, and what moves it from one to the next.',
    'event-types': 'The events of the feed and of timelines.',
  },
}
const inReference: Record<string, string> = {
  'state-machines': 'docs/reference/state-machines.md',
  'event-types': 'docs/reference/events.md',
}
const pathOf = (name: string) => inReference[name] ?? `docs/guide/${name}.md`

/** The URLs of the Markdown files and documents that are on the site, by their path in the repository. */
const urls = new Map([
  ...Object.values(guideNames).flatMap((guides) =>
    Object.keys(guides).map((name) => [pathOf(name), `/docs/${name}`] as const),
  ),
  ['README.md', '/docs'],
  ['docs/reference/endpoints.md', '/docs/api/accounts'],
  ['functions/openapi.json', '/openapi.json'],
  ['functions/asyncapi.json', '/asyncapi.json'],
])

/** A guide as an article. Throws an Error if its file does not exist. */
export const guide = (name: string, lead: string): Article => ({
  ...article(pathOf(name), readFileSync(join(root, pathOf(name)), 'utf8'), urls),
  lead,
})
