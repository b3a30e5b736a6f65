import tseslint from 'typescript-eslint'

/** Imports point one way: bin, lib → functions → http → domain, auth → mail, db → errors; flight-data → domain. */
const direction = (layer, above) => ({
  files: [`shared/${layer}/**/*.ts`],
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: [
          {
            regex: `^\\.\\.?/(?:\\.\\./)*(?:${above.join('|')})/`,
            message: `shared/${layer} stands below ${above.join(', ')}.`,
          },
        ],
      },
    ],
  },
})

/** A schema of a module that its start would wait for. */
const madeAtOnce = {
  selector:
    'CallExpression[callee.object.name="z"][callee.property.name=/[oO]bject$|[uU]nion$/]:not(:function *)',
  message: 'A schema is made when it is first used: later(() => ...), from shared/later.ts.',
}

export default tseslint.config(
  // What is generated is as its generator writes it, and the bench's peers are what their own packages, which need not be
  // installed, ask for.
  {
    ignores: ['node_modules', '**/dist', 'cdk.out', '.local', 'shared/client/api-types.ts', 'test/bench/peers'],
  },
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      'no-restricted-properties': [
        'error',
        {
          object: 'process',
          property: 'env',
          message: 'shared/runtime.ts alone reads the environment of requests.',
        },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { varsIgnorePattern: '^_', ignoreRestSiblings: true }],
      // Methods are plain functions here, also in interfaces; nothing reads `this` but classes with # fields.
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/require-await': 'off',
      eqeqeq: 'error',
    },
  },
  {
    files: ['shared/runtime.ts', 'functions/rotation.ts', 'bin/**', 'lib/**', 'test/**', '*.ts'],
    rules: { 'no-restricted-properties': 'off' },
  },
  {
    files: ['shared/**', 'functions/**'],
    ignores: ['shared/client/**'],
    rules: { 'no-restricted-syntax': ['error', madeAtOnce] },
  },
  {
    files: ['shared/**', 'functions/**'],
    ignores: [
      'shared/auth/tokens.ts',
      'shared/auth/tickets.ts',
      'shared/db/changes.ts',
      'shared/db/directory.ts',
    ],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: "ImportSpecifier[imported.name='mintGrant']",
          message:
            'Only a verified token or ticket, the directory, or the table’s own stream leads to a tenant.',
        },
        madeAtOnce,
      ],
    },
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
    },
  },
  direction('db', ['http', 'domain', 'mail', 'auth', 'functions', 'lib', 'bin']),
  direction('domain', ['auth', 'mail', 'http', 'flight-data', 'functions', 'lib', 'bin']),
  // A part of the outside, which knows the domain's port and nothing of where that is used.
  direction('flight-data', ['db', 'auth', 'http', 'functions', 'lib', 'bin']),
  direction('photos', ['db', 'auth', 'http', 'functions', 'lib', 'bin']),
  // What is drawn and cut without knowing whose it is.
  direction('images', ['db', 'domain', 'auth', 'http', 'functions', 'lib', 'bin']),
  direction('labels', ['db', 'auth', 'http', 'functions', 'lib', 'bin']),
  // What is sent to strangers, without knowing what it says.
  direction('webhooks', ['db', 'domain', 'auth', 'http', 'functions', 'lib', 'bin']),
  direction('outward', ['db', 'auth', 'http', 'functions', 'lib', 'bin']),
  direction('mail', ['domain', 'auth', 'http', 'functions', 'lib', 'bin']),
  direction('auth', ['http', 'functions', 'lib', 'bin']),
  direction('http', ['functions', 'lib', 'bin']),
  { files: ['**/*.{js,cjs}'], ...tseslint.configs.disableTypeChecked },
)
