import type { App } from 'aws-cdk-lib'
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Template } from './template.ts'

/** The templates of an app, in the order in which `cdk deploy --all` deploys them. */
export const templatesOf = (app: App): [string, Template][] =>
  app.synth().stacks.map(({ stackName, template }) => [stackName, template as Template])

const folder = join(import.meta.dirname, '../../stack/updates/1.0.0')
/** The templates of release 1.0.0, whose stacks import each other's exports, without metadata. */
export const release = new Map(
  globSync('*.json', { cwd: folder }).map((file) => [
    basename(file, '.json'),
    JSON.parse(readFileSync(join(folder, file), 'utf8')) as Template,
  ]),
)
