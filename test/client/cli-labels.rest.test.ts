import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bookOptions, signedInCommand } from '../support/client/courier.ts'

test('label writes the labels of all packages of a shipment, oldest first', async () => {
  const { courier, json, cwd } = await signedInCommand()
  const [{ tracking_id }] = await json('book', ...bookOptions)
  const none = await courier('label', tracking_id)
  expect(none).toMatchObject({
    code: 1,
    stderr: `courier: The shipment ${tracking_id} has no package: courier pack ${tracking_id} adds one.\n`,
  })

  const printed = await courier('pack', tracking_id.toLowerCase(), '--weight', '1.5')
  const [, first = ''] = /^PKG-\S{10} {2}CREATED {2}1\.5 kg {2}(\S+)\n$/.exec(printed.stdout) ?? []
  const label = ['label', tracking_id, '--format', 'zpl']
  expect(await json(...label, '--output', 'one.zpl')).toEqual([{ file: 'one.zpl' }])
  const [{ id: second }] = await json('pack', tracking_id, '--description', 'a bear')

  const textOf = (file: string) => readFileSync(join(cwd, file), 'utf8')
  expect((await courier(...label)).stdout).toBe(`${first}.zpl\n${second}.zpl\n`)
  // Which of several packages it is, as it is when the label is printed.
  for (const file of ['one', first]) expect(textOf(`${file}.zpl`)).toContain(first)
  expect(textOf(`${first}.zpl`)).not.toBe(textOf('one.zpl'))
  expect((await courier(...label, '--output', './all.zpl')).stdout).toBe('all-1.zpl\nall-2.zpl\n')
  expect(textOf('all-2.zpl')).toContain(second)
  const { stdout: printer } = await courier(...label, '--output', '-')
  expect(printer.match(/^\^XA/gm), 'a printer takes them one after the other').toHaveLength(2)
  const pdf = await courier('label', tracking_id, '--output', '-')
  expect(pdf).toMatchObject({ code: 2, stderr: expect.stringContaining('2 labels are no pdf file. Write ') })

  const nowhere = await courier('label', first, '--output', 'nowhere/label.pdf')
  expect(nowhere).toMatchObject({
    code: 2,
    stderr: 'courier: There is no folder nowhere: create it, or write another --output.\n',
  })
  const folder = await courier('label', first, '--output', '.')
  expect(folder).toMatchObject({ code: 2, stderr: expect.stringContaining('--output .: EISDIR') })
})

test('pack adds a package once under its key', async () => {
  const { json } = await signedInCommand()
  const [{ id }] = await json('book', ...bookOptions)
  const pack = () => json('pack', id, '--idempotency-key', 'package-1')
  const [first, second] = [await pack(), await pack()]
  expect(first).toEqual(second)
  const [{ packages }] = await json('show', id)
  expect(packages).toHaveLength(1)
})
