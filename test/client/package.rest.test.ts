import { build } from 'esbuild'
import { randomUUID } from 'node:crypto'
import { copyFileSync, globSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { newTenant, password } from '../support/api/tenant.ts'
import { nodes } from '../support/client/nodes.ts'
import { clientFolder } from '../support/client/package.ts'
import { run } from '../support/client/run.ts'
import { typeErrors } from '../support/client/types.ts'
import { blocksOf, pages, root } from '../support/docs/pages.ts'
import { report, size } from '../support/suite/proof.ts'

const fields = `{
  sender_name: 'Anna', sender_phone: '+79161234567', recipient_name: 'Giorgi',
  recipient_phone: '+995599123456', origin: 'Moscow', destination: 'Tbilisi', weight: 2.5,
}`
const program = `
import { courierClient } from 'courier-logistics'
const courier = courierClient(JSON.parse(process.env.OPTIONS))
const { tracking_id } = await courier.book(${fields})
for await (const { description } of courier.follow(tracking_id)) { console.log(description); break }
`

test('the tarball installs without a registry, and its client books and follows a parcel', async () => {
  const folder = await clientFolder()
  const { email } = await newTenant()
  const file = join(folder, `${randomUUID()}.js`)
  writeFileSync(file, program)
  const OPTIONS = JSON.stringify({ baseUrl: inject('url'), email, password })
  // `npm test` takes the versions of Node.js that are here; `npm run proof` also installs the others.
  const found = await nodes(size(0, 1) > 0 ? ['20', '22'] : [])
  for (const [version, node] of found)
    expect(await run(node, [file], { env: { OPTIONS } }), version).toEqual({
      code: 0,
      stdout: 'Shipment booked\n',
      stderr: '',
    })
  report('Client', 'The package books and follows a parcel', `in Node.js ${[...found.keys()].join(', ')}`)
})

test('the package has of its dependencies what an import needs, and their licenses', async () => {
  const bundled = join(await clientFolder(), 'node_modules/courier-logistics/node_modules')
  const files = globSync('*/**/*.*', { cwd: bundled }).concat(globSync('*/LICENSE', { cwd: bundled }))
  const names = ['openapi-fetch', 'openapi-typescript-helpers']
  const expected = ['package.json', 'LICENSE', 'dist/index.mjs', 'dist/index.d.mts']
  expect(files.sort()).toEqual(names.flatMap((name) => expected.map((file) => `${name}/${file}`)).sort())
})

test('the command of the package runs in each Node.js', async () => {
  const folder = await clientFolder()
  for (const [version, node] of await nodes([])) {
    const { stdout } = await run(node, [join(folder, 'node_modules/.bin/courier'), '--version'])
    expect(stdout, version).toBe('1.0.0\n')
  }
})

/** The TypeScript samples of the guide, as files in the folder. */
const guideSamples = (folder: string) =>
  [...pages.keys()]
    .flatMap(blocksOf)
    .filter(({ language, text }) => language === 'ts' && text.includes("from 'courier-logistics'"))
    .map(({ text }, n) => {
      const file = join(folder, `sample-${n}.ts`)
      writeFileSync(file, text)
      return file
    })

test('its types, and the samples of the guide, compile in strict projects of Node.js and of browsers', async () => {
  const folder = await clientFolder()
  const fixture = (name: string) => {
    const file = join(folder, `${name}.ts`)
    copyFileSync(join(import.meta.dirname, `${name}.fixture.ts`), file)
    return file
  }
  mkdirSync(join(folder, 'node_modules/@types'))
  symlinkSync(join(root, 'node_modules/@types/ws'), join(folder, 'node_modules/@types/ws'))
  const consumer = fixture('consumer')
  const inNode = [consumer, fixture('sockets'), ...guideSamples(folder)]
  expect(inNode.length, 'samples').toBeGreaterThan(4)
  expect(typeErrors(inNode, { types: ['node'], lib: ['lib.es2022.d.ts'] })).toEqual([])
  expect(typeErrors([consumer], { types: [], lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'] })).toEqual([])
  report(
    'Client',
    'Its types compile in strict projects',
    'with the types of Node.js, and with those of browsers',
  )
})

test('the package builds for browsers: its entry point imports no module of Node.js', async () => {
  const folder = await clientFolder()
  const { outputFiles, metafile } = await build({
    stdin: { contents: "export * from 'courier-logistics'", resolveDir: folder },
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'browser',
    logLevel: 'silent',
  })
  expect(outputFiles).toHaveLength(1)
  expect(Object.values(metafile.outputs).flatMap(({ imports }) => imports)).toEqual([])
})
