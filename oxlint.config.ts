import { defineConfig } from 'oxlint'

/** The rules of typescript-eslint's `strict-type-checked` that have no options here. */
const typeRules = [
  'await-thenable',
  'consistent-type-imports',
  'no-array-delete',
  'no-base-to-string',
  'no-deprecated',
  'no-duplicate-enum-values',
  'no-duplicate-type-constituents',
  'no-dynamic-delete',
  'no-empty-object-type',
  'no-explicit-any',
  'no-extra-non-null-assertion',
  'no-extraneous-class',
  'no-floating-promises',
  'no-for-in-array',
  'no-generated-empty-object-type',
  'no-implied-eval',
  'no-invalid-void-type',
  'no-meaningless-void-operator',
  'no-misused-new',
  'no-misused-promises',
  'no-misused-spread',
  'no-mixed-enums',
  'no-namespace',
  'no-non-null-asserted-nullish-coalescing',
  'no-non-null-asserted-optional-chain',
  'no-non-null-assertion',
  'no-redundant-type-constituents',
  'no-require-imports',
  'no-this-alias',
  'no-unnecessary-boolean-literal-compare',
  'no-unnecessary-condition',
  'no-unnecessary-template-expression',
  'no-unnecessary-type-arguments',
  'no-unnecessary-type-assertion',
  'no-unnecessary-type-constraint',
  'no-unnecessary-type-conversion',
  'no-unnecessary-type-parameters',
  'no-unsafe-argument',
  'no-unsafe-assignment',
  'no-unsafe-call',
  'no-unsafe-declaration-merging',
  'no-unsafe-enum-comparison',
  'no-unsafe-function-type',
  'no-unsafe-member-access',
  'no-unsafe-return',
  'no-unsafe-unary-minus',
  'no-useless-default-assignment',
  'no-wrapper-object-types',
  'only-throw-error',
  'prefer-as-const',
  'prefer-literal-enum-member',
  'prefer-namespace-keyword',
  'prefer-promise-reject-errors',
  'prefer-reduce-type-parameter',
  'prefer-return-this-type',
  'related-getter-setter-pairs',
  'triple-slash-reference',
  'unified-signatures',
  'use-unknown-in-catch-callback-variable',
]
/** Off where JSON bodies are `any`. */
const rulesOfAny = [
  'no-non-null-assertion',
  'no-explicit-any',
  'no-unsafe-argument',
  'no-unsafe-assignment',
  'no-unsafe-call',
  'no-unsafe-member-access',
  'no-unsafe-return',
  'no-confusing-void-expression',
  'no-meaningless-void-operator',
]
const all = (rules: readonly string[], level: 'error' | 'off') =>
  Object.fromEntries(rules.map((rule) => [`typescript/${rule}`, level]))

export default defineConfig({
  plugins: ['typescript', 'unicorn'],
  jsPlugins: ['./test/lint/rules.ts'],
  // One program of the native compiler serves the type checks and the rules that need types.
  options: { typeAware: true, typeCheck: true, reportUnusedDisableDirectives: 'error' },
  // What is generated is as its generator writes it, and the bench's peers are what their own packages, which need not be
  // installed, ask for.
  ignorePatterns: ['**/dist', 'cdk.out', '.local', 'shared/client/api-types.ts', 'test/bench/peers'],
  categories: { correctness: 'error' },
  rules: {
    ...all(typeRules, 'error'),
    'typescript/ban-ts-comment': ['error', { minimumDescriptionLength: 10 }],
    'typescript/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
    'typescript/restrict-plus-operands': [
      'error',
      {
        allowAny: false,
        allowBoolean: false,
        allowNullish: false,
        allowNumberAndString: false,
        allowRegExp: false,
      },
    ],
    'typescript/restrict-template-expressions': ['error', { allowNumber: true }],
    'typescript/return-await': ['error', 'error-handling-correctness-only'],
    // Methods are plain functions here, also in interfaces; nothing reads `this` but classes with # fields.
    'typescript/unbound-method': 'off',
    // Lists of text are sorted by UTF-16 code units, on purpose.
    'typescript/require-array-sort-compare': 'off',
    'no-unused-vars': ['error', { varsIgnorePattern: '^_', ignoreRestSiblings: true }],
    'no-array-constructor': 'error',
    'no-unused-expressions': 'error',
    'no-useless-constructor': 'error',
    'no-var': 'error',
    'prefer-const': 'error',
    'prefer-rest-params': 'error',
    'prefer-spread': 'error',
    eqeqeq: 'error',
    'unicorn/no-useless-spread': 'error',
    complexity: ['error', 25],
    'max-lines-per-function': ['error', { max: 150, skipBlankLines: true, skipComments: true }],
    'no-restricted-properties': [
      'error',
      {
        object: 'process',
        property: 'env',
        message: 'shared/runtime/runtime.ts alone reads the environment of requests.',
      },
    ],
    'courier/import-layers': 'error',
    'courier/aggregate-ports': 'error',
  },
  overrides: [
    {
      files: [
        'shared/runtime/runtime.ts',
        'functions/jobs/rotation.ts',
        'shared/client/cli/**',
        'bin/**',
        'lib/**',
        'test/**',
        'vitest.config.ts',
      ],
      rules: { 'no-restricted-properties': 'off' },
    },
    {
      files: ['shared/**', 'functions/**'],
      rules: {
        'courier/lazy-schemas': 'error',
        'courier/tenant-grants': 'error',
        'courier/shipment-updates': 'error',
      },
    },
    {
      files: ['shared/client/**'],
      rules: { 'courier/lazy-schemas': 'off', 'courier/shipment-updates': 'off' },
    },
    {
      files: [
        'shared/auth/tokens.ts',
        'shared/auth/tickets.ts',
        'shared/domain/notices/token.ts',
        'shared/domain/notices/feedback.ts',
        'shared/db/stream-change.ts',
        'shared/db/stores/directory.ts',
      ],
      rules: { 'courier/tenant-grants': 'off' },
    },
    { files: ['shared/domain/shipments/update.ts'], rules: { 'courier/shipment-updates': 'off' } },
    {
      files: ['test/**'],
      rules: {
        ...all(rulesOfAny, 'off'),
        // Models and scenarios list all cases.
        complexity: 'off',
        'max-lines-per-function': 'off',
        'no-restricted-properties': [
          'error',
          ...['waitFor', 'waitUntil'].map((property) => ({
            object: 'vi',
            property,
            message: 'It waits for one second on any machine. Use test/support/suite/wait.ts.',
          })),
        ],
      },
    },
    // Markup takes more lines.
    {
      files: ['site/**/*.tsx'],
      rules: { 'max-lines-per-function': ['error', { max: 180, skipBlankLines: true, skipComments: true }] },
    },
    { files: ['**/*.{js,cjs}'], rules: { 'typescript/restrict-plus-operands': 'off' } },
    { files: ['test/support/suite/wait.ts'], rules: { 'no-restricted-properties': 'off' } },
  ],
})
