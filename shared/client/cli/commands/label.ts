import { writeFileSync } from 'node:fs'
import { dirname, join, parse } from 'node:path'
import type { CourierClient } from '../../client.ts'
import { unwrap } from '../../http/errors.ts'
import { command, UsageError } from '../command.ts'
import { findShipment, isTrackingId, packagesOf } from '../records.ts'

const formats = ['pdf', 'png', 'svg', 'zpl'] as const
const isFormat = (text: string) => formats.find((format) => format === text)

export const label = command({
  name: 'label',
  summary: 'Writes the label of a package, or those of a shipment, to files',
  argument: 'package id or tracking id',
  options: {
    bag: { about: 'the argument is the id of a bag' },
    format: { value: 'FORMAT', about: `${formats.join(', ')}; pdf by default` },
    output: {
      value: 'FILE',
      about: 'where to; <id>.<format> by default, - for the standard output; several labels are numbered',
    },
  },
  async run({ client, argument, values, print }) {
    const { bag, format: name = 'pdf', output } = values
    const format = isFormat(name)
    if (!format) throw new UsageError(`--format ${name}: write one of ${formats.join(', ')}`)
    const path = bag ? '/api/v1/bags/{id}/label' : '/api/v1/packages/{id}/label'
    const ids = bag ? [argument] : await packageIds(client, argument)
    // A printer takes several labels in ZPL one after the other; the other formats have an end.
    if (output === '-' && ids.length > 1 && format !== 'zpl')
      throw new UsageError(
        `--output -: ${ids.length} labels are no ${format} file. Write --output FILE, whose name is numbered, or --format zpl`,
      )
    for (const [n, id] of ids.entries()) {
      const params = { path: { id }, query: { format } }
      const bytes = new Uint8Array(await unwrap(client.GET(path, { params, parseAs: 'arrayBuffer' })))
      if (output === '-') process.stdout.write(bytes)
      else {
        const file =
          output === undefined ? `${id}.${format}` : ids.length > 1 ? numbered(output, n + 1) : output
        save(file, bytes)
        print({ file }, file)
      }
    }
  },
})

/** The packages of a tracking id, oldest first, or the one with that id. Throws UsageError, CourierError, and an Error without any. */
async function packageIds(client: CourierClient, argument: string): Promise<string[]> {
  if (/^PKG-/i.test(argument))
    throw new UsageError(
      `${argument} is the code of a package: write its id, or the tracking id of its shipment. courier show prints both.`,
    )
  if (!isTrackingId(argument)) return [argument]
  const packages = await packagesOf(client, await findShipment(client, argument))
  if (packages.length === 0)
    throw new Error(`The shipment ${argument} has no package: courier pack ${argument} adds one.`)
  return packages.map(({ id }) => id).reverse()
}

/** `labels/label-2.pdf` for `labels/label.pdf`. */
function numbered(file: string, number: number): string {
  const { dir, name, ext } = parse(file)
  return join(dir, `${name}-${number}${ext}`)
}

/** Throws UsageError if the file cannot be written. */
function save(file: string, bytes: Uint8Array): void {
  try {
    writeFileSync(file, bytes)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT')
      throw new UsageError(`There is no folder ${dirname(file)}: create it, or write another --output.`)
    throw new UsageError(`--output ${file}: ${message}. Write another file.`)
  }
}
