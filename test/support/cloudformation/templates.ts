import type { App, Stack } from 'aws-cdk-lib'
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { nestedTemplates } from './nested.ts'
import type { Template } from './template.ts'

/** The templates of an app, in the order in which `cdk deploy --all` deploys them. */
export const templatesOf = (app: App): [string, Template][] =>
  app.synth().stacks.map(({ stackName, template }) => {
    const Nested = nestedTemplates(app.node.findChild(stackName) as Stack, app.outdir)
    return [stackName, { ...(template as Template), Nested }]
  })

/** The templates in a folder of test/stack/updates, without metadata. */
const stored = (name: string) => {
  const folder = join(import.meta.dirname, '../../stack/updates', name)
  return new Map(
    globSync('*.json', { cwd: folder }).map((file) => [
      basename(file, '.json'),
      JSON.parse(readFileSync(join(folder, file), 'utf8')) as Template,
    ]),
  )
}
/** Release 1.0.0, whose stacks import each other's exports. */
export const release = stored('1.0.0')
/** The last version whose stack CourierApi contained the functions itself. */
export const undivided = stored('undivided')
