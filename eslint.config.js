import { dirname, relative, resolve } from 'node:path'
import tseslint from 'typescript-eslint'

/** The folders in the order of their layers: a file imports its own folder and those above it in this list. */
const layers = [
  ...['config', 'core', 'db', 'db/stores', 'csv', 'images', 'messaging', 'mail'].map(
    (room) => `shared/${room}`,
  ),
  ...[
    'kernel',
    'states',
    'words',
    'settings',
    'search',
    'contacts',
    'notices',
    'cases',
    'shipments',
    'timeline',
    'bags',
    'packages',
    'warehouses',
  ],
  ...[
    'flights',
    'couriers',
    'api-keys',
    'users',
    'tracking',
    'statistics',
    'unloadings',
    'scans',
    'photos',
    'handovers',
    'labels',
    'events',
    'subscriptions',
    'webhooks',
    'transfers',
  ],
  ...['operations', 'realtime'],
]
  .map((room) => (room.startsWith('shared/') ? room : `shared/domain/${room}`))
  .concat(
    'shared/flight-data',
    'shared/labels',
    'shared/storage',
    'shared/runtime',
    'shared/auth',
    'shared/http',
    'shared/transfers',
  )
  .concat('shared/client', 'shared/smoke', 'functions', 'site', 'lib', 'bin', 'test')

/** The position of a file's layer: of the longest folder name that its path begins with; -1 for none. */
const layerOf = (file) => {
  const folders = layers.filter((folder) => file.startsWith(`${folder}/`))
  return layers.indexOf(folders.sort((one, other) => other.length - one.length)[0])
}

const layersRule = {
  create: (context) => ({
    ImportDeclaration({ source }) {
      if (!source.value.startsWith('.')) return
      const file = relative(import.meta.dirname, context.filename)
      const imported = relative(import.meta.dirname, resolve(dirname(context.filename), source.value))
      const [own, other] = [layerOf(file), layerOf(imported)]
      // Commands and tests use each other's parts.
      if (own >= 0 && own < layers.indexOf('bin') && other > own)
        context.report({
          node: source,
          message: `${layers[own]} is below ${layers[other]}: see eslint.config.js.`,
        })
    },
  }),
}

/** Schemas are built on first use: a cold start skips those that the request does not need. */
const eagerSchema = {
  selector:
    'CallExpression[callee.object.name="z"][callee.property.name=/[oO]bject$|[uU]nion$/]:not(:function *)',
  message: 'Build schemas lazily: lazySchema(() => ...), from shared/core/lazy-schema.ts.',
}

const grants = {
  selector: "ImportSpecifier[imported.name='mintGrant']",
  message:
    'Only a verified token or ticket, the directory, the table’s own stream, or an event of AWS leads to a tenant.',
}
const shipmentUpdates = {
  selector: "CallExpression[callee.property.name='updateVersion'][arguments.0.name='shipments']",
  message:
    'Update shipments with updateShipment (shared/domain/shipments/update.ts), which sends their notices.',
}

export default tseslint.config(
  // What is generated is as its generator writes it, and the bench's peers are what their own packages, which need not be
  // installed, ask for.
  {
    ignores: ['node_modules', '**/dist', 'cdk.out', '.local', 'shared/client/api-types.ts', 'test/bench/peers'],
  },
  ...tseslint.configs.strictTypeChecked,
  {
    // The program of a whole project takes half the time of a project service, which is made for editors.
    languageOptions: { parserOptions: { project: './tsconfig.json', tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      'no-restricted-properties': [
        'error',
        {
          object: 'process',
          property: 'env',
          message: 'shared/runtime/runtime.ts alone reads the environment of requests.',
        },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { varsIgnorePattern: '^_', ignoreRestSiblings: true }],
      // Methods are plain functions here, also in interfaces; nothing reads `this` but classes with # fields.
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/require-await': 'off',
      eqeqeq: 'error',
    },
  },
  { files: ['site/**'], languageOptions: { parserOptions: { project: './site/tsconfig.json' } } },
  {
    files: [
      ...['shared/runtime/runtime.ts', 'functions/jobs/rotation.ts', 'shared/client/cli/**'],
      ...['bin/**', 'lib/**', 'test/**', '*.ts'],
    ],
    rules: { 'no-restricted-properties': 'off' },
  },
  {
    files: ['shared/**', 'functions/**'],
    ignores: ['shared/client/**'],
    rules: { 'no-restricted-syntax': ['error', eagerSchema, shipmentUpdates] },
  },
  {
    files: ['shared/**', 'functions/**'],
    ignores: [
      'shared/auth/tokens.ts',
      'shared/auth/tickets.ts',
      'shared/domain/notices/token.ts',
      'shared/domain/notices/feedback.ts',
      'shared/db/stream-change.ts',
      'shared/db/stores/agenda.ts',
      'shared/db/stores/directory.ts',
    ],
    rules: {
      'no-restricted-syntax': ['error', grants, eagerSchema, shipmentUpdates],
    },
  },
  {
    files: ['shared/domain/shipments/update.ts'],
    rules: { 'no-restricted-syntax': ['error', grants, eagerSchema] },
  },
  {
    // Tests take answers as they come, so JSON bodies are `any` there.
    files: ['test/**'],
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-explicit-any': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-confusing-void-expression': 'off',
      '@typescript-eslint/no-meaningless-void-operator': 'off',
      'no-restricted-properties': [
        'error',
        ...['waitFor', 'waitUntil'].map((property) => ({
          ...{ object: 'vi', property },
          message: 'It waits for one second on any machine. Use test/support/suite/wait.ts.',
        })),
      ],
    },
  },
  { files: ['test/support/suite/wait.ts'], rules: { 'no-restricted-properties': 'off' } },
  { plugins: { local: { rules: { layers: layersRule } } }, rules: { 'local/layers': 'error' } },
  { files: ['**/*.{js,cjs}'], ...tseslint.configs.disableTypeChecked },
)
