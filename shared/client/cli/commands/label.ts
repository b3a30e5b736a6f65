import { writeFileSync } from 'node:fs'
import { unwrap } from '../../http/errors.ts'
import { command, UsageError } from '../command.ts'

const formats = ['pdf', 'png', 'svg', 'zpl'] as const
const isFormat = (text: string) => formats.find((format) => format === text)

export const label = command({
  name: 'label',
  summary: 'Writes the label of a package to a file',
  argument: 'package id',
  options: {
    bag: { about: 'the argument is the id of a bag' },
    format: { value: 'FORMAT', about: `${formats.join(', ')}; pdf by default` },
    output: { value: 'FILE', about: 'where to; <id>.<format> by default, - for the standard output' },
  },
  async run({ client, argument: id, values, print }) {
    const { bag, format: name = 'pdf' } = values
    const format = isFormat(name)
    if (!format) throw new UsageError(`--format ${name}: write one of ${formats.join(', ')}`)
    const path = bag ? '/api/v1/bags/{id}/label' : '/api/v1/packages/{id}/label'
    const params = { path: { id }, query: { format } }
    const bytes = await unwrap(client.GET(path, { params, parseAs: 'arrayBuffer' }))
    const { output: file = `${id}.${format}` } = values
    if (file === '-') process.stdout.write(new Uint8Array(bytes))
    else {
      writeFileSync(file, new Uint8Array(bytes))
      print({ file }, file)
    }
  },
})
