import { dirname, relative, resolve } from 'node:path'
import type { RuleTester } from 'oxlint/plugins-dev'

type Rule = Parameters<RuleTester['run']>[1]
const root = resolve(import.meta.dirname, '../..')

/** The folders in the order of their layers: a file imports its own folder and those above it in this list. */
const layers = [
  ...['config', 'core', 'db', 'db/stores', 'csv', 'images', 'messaging', 'mail'].map(
    (room) => `shared/${room}`,
  ),
  'shared/domain/kernel',
  'shared/domain',
  ...['flight-data', 'labels', 'storage', 'runtime', 'auth', 'http', 'transfers', 'client', 'smoke'].map(
    (room) => `shared/${room}`,
  ),
  'functions',
  'site',
  'lib',
  'bin',
  'test',
]

/** The position of a file's layer: of the longest folder name that its path begins with; -1 for none. */
const layerOf = (file: string) => {
  const folders = layers.filter((folder) => file.startsWith(`${folder}/`))
  return layers.indexOf(folders.sort((one, other) => other.length - one.length)[0] ?? '')
}

const importLayers: Rule = {
  create: (context) => ({
    ImportDeclaration({ source }) {
      if (!source.value.startsWith('.')) return
      const imported = relative(root, resolve(dirname(context.filename), source.value))
      const [own, other] = [layerOf(relative(root, context.filename)), layerOf(imported)]
      // Commands and tests use each other's parts.
      if (own >= 0 && own < layers.indexOf('bin') && other > own)
        context.report({
          node: source,
          message: `${layers[own]} is below ${layers[other]}: see test/lint/rules.ts.`,
        })
    },
  }),
}

/**
 * What an aggregate offers to the others, next to its records (`record`, `<noun>-record`) and statuses (`status`), which
 * all may import. `kernel`, `search`, `messages` and `timeline` are not aggregates: all of them is for others.
 */
const ports: Readonly<Record<string, readonly string[]>> = {
  audit: ['list'],
  bags: ['bags', 'changes'],
  cases: ['affected', 'automatic-notes', 'by-scan', 'cases', 'kinds', 'second-person'],
  contacts: ['contacts', 'parties'],
  couriers: ['in-service', 'no-shows', 'trips'],
  events: ['feed', 'head'],
  flights: ['flights', 'plain-number'],
  handovers: ['delivery-permit'],
  labels: ['warnings'],
  notices: ['allowance', 'policy'],
  packages: ['moves', 'next-actions', 'open-cases', 'packages', 'steps', 'with-bag'],
  photos: ['photos', 'store'],
  scans: ['bag-scans', 'scan-events', 'scanned-code', 'scanned-ids', 'scans'],
  settings: ['settings'],
  shipments: ['filter', 'parties', 'progress', 'shipments', 'update'],
  subscriptions: ['drain'],
  tracking: ['address-lines', 'parcel', 'pickup', 'timeline'],
  statistics: ['days'],
  'api-keys': ['api-keys'],
  webhooks: ['webhooks'],
  users: ['account-letters', 'active-access', 'active-user', 'owner', 'verified-company'],
  warehouses: ['warehouses'],
}
const shared = ['kernel', 'messages', 'search', 'timeline']

/** `[aggregate, file]` of a path in the domain, without its extension. */
const partsOf = (file: string) => /^shared\/domain\/([^/]+)\/(.+)\.tsx?$/.exec(file)?.slice(1)

const aggregatePorts: Rule = {
  create: (context) => ({
    ImportDeclaration({ source }) {
      const [own] = partsOf(relative(root, context.filename)) ?? []
      const path = relative(root, resolve(dirname(context.filename), source.value))
      const [other = '', file = ''] = partsOf(path) ?? []
      if (!own || !other || own === other || shared.includes(other)) return
      if (/^(.+-)?record$|^status$/.test(file) || ports[other]?.includes(file)) return
      context.report({
        node: source,
        message: `${file} is no port of ${other}: import its record or status, or see test/lint/rules.ts.`,
      })
    },
  }),
}

/** A rule that no node of the selector is there (ESLint developer guide, "Selectors"). */
const without = (selector: string, message: string): Rule => ({
  create: (context) => ({
    [selector]: (node) => {
      context.report({ node, message })
    },
  }),
})

/** This project's own lint rules; oxlint.config.ts says where each applies. */
export default {
  meta: { name: 'courier' },
  rules: {
    'import-layers': importLayers,
    'aggregate-ports': aggregatePorts,
    // A cold start skips the schemas that the request does not need.
    'lazy-schemas': without(
      'CallExpression[callee.object.name="z"][callee.property.name=/[oO]bject$|[uU]nion$/]:not(:function *)',
      'Build schemas lazily: lazySchema(() => ...), from shared/core/lazy-schema.ts.',
    ),
    'tenant-grants': without(
      "ImportSpecifier[imported.name='mintGrant']",
      'Only a verified token or ticket, the directory, the table’s own stream, or an event of AWS leads to a tenant.',
    ),
    'shipment-updates': without(
      "CallExpression[callee.property.name='updateVersion'][arguments.0.name='shipments']",
      'Update shipments with updateShipment (shared/domain/shipments/update.ts), which sends their notices.',
    ),
  },
}
