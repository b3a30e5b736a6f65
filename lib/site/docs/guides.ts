import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { article, type Article } from './markdown.ts'

const root = join(import.meta.dirname, '../../..')

/** The guides in the order of their reading, by the heading above them: files of docs/guide. */
export const guideNames: Record<string, readonly string[]> = {
  'Get started': ['first-parcel', 'signing-in', 'requests', 'errors'],
  Integrate: ['events', 'webhooks', 'live-updates', 'client', 'going-live'],
  Concepts: [
    'shipments-bags-and-flights',
    'users-and-roles',
    'scanning',
    'photos-and-labels',
    'identity-providers',
  ],
}

const pathOf = (name: string) => `docs/guide/${name}.md`

/** The URLs of the Markdown files and documents that are on the site, by their path in the repository. */
const urls = new Map([
  ...Object.values(guideNames).flatMap((names) =>
    names.map((name) => [pathOf(name), `/docs/${name}`] as const),
  ),
  ['README.md', '/docs'],
  ['functions/openapi.json', '/openapi.json'],
  ['functions/asyncapi.json', '/asyncapi.json'],
])

/** A guide as an article. Throws an Error if its file does not exist. */
export const guide = (name: string): Article =>
  article(pathOf(name), readFileSync(join(root, pathOf(name)), 'utf8'), urls)
