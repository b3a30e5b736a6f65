import { resolve } from 'node:path'
import { RuleTester } from 'oxlint/plugins-dev'
import { describe, it } from 'vitest'
import plugin from './rules.ts'

RuleTester.describe = describe
RuleTester.it = it
const { rules } = plugin
const tester = new RuleTester({ languageOptions: { parserOptions: { lang: 'ts' } } })
const file = (name: string) => ({ cwd: process.cwd(), filename: resolve(name) })
const record = file('shared/domain/bags/record.ts')

tester.run('import-layers', rules['import-layers'], {
  valid: [
    { ...record, code: "import { record } from '../../db/record.ts'" },
    { ...record, code: "import * as z from 'zod'" },
    { ...file('bin/verify.ts'), code: "import { book } from '../test/support/api/tenant.ts'" },
  ],
  invalid: [
    {
      ...record,
      code: "import { route } from '../../http/routing/route.ts'",
      errors: [{ message: 'shared/domain is below shared/http: see test/lint/rules.ts.' }],
    },
    {
      ...file('site/console/main.tsx'),
      code: "import { settingsOf } from '../../lib/context.ts'",
      errors: [{ message: 'site is below lib: see test/lint/rules.ts.' }],
    },
  ],
})

tester.run('aggregate-ports', rules['aggregate-ports'], {
  valid: [
    { ...record, code: "import { flights } from '../flights/record.ts'" },
    { ...record, code: "import { packageMachine } from '../packages/status.ts'" },
    { ...record, code: "import { movePackage } from '../packages/moves.ts'" },
    { ...record, code: "import { sealBag } from './seal.ts'" },
    { ...file('functions/http/bags.ts'), code: "import { sealBag } from '../../shared/domain/bags/seal.ts'" },
  ],
  invalid: [
    {
      ...record,
      code: "import { sync } from '../flights/sync.ts'",
      errors: [{ message: /^sync is no port of flights/ }],
    },
  ],
})

tester.run('lazy-schemas', rules['lazy-schemas'], {
  valid: ['const bag = lazySchema(() => z.object({ id: z.string() }))', 'const id = z.string()'],
  invalid: ['z.object({})', 'z.strictObject({})', 'z.union([])', 'z.discriminatedUnion("type", [])'].map(
    (code) => ({ code, errors: [{ message: /^Build schemas lazily/ }] }),
  ),
})

tester.run('tenant-grants', rules['tenant-grants'], {
  valid: ["import { type Grant } from '../db/grant.ts'"],
  invalid: [{ code: "import { mintGrant } from '../db/grant.ts'", errors: [{ message: /leads to a tenant/ }] }],
})

tester.run('shipment-updates', rules['shipment-updates'], {
  valid: ['table.updateVersion(bags, bag)', 'updateShipment(table, shipment)'],
  invalid: [
    { code: 'table.updateVersion(shipments, shipment)', errors: [{ message: /which sends their notices/ }] },
  ],
})
