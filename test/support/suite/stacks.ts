import { App, type AppProps, type Stack } from 'aws-cdk-lib'
import { Template } from 'aws-cdk-lib/assertions'
import { DISABLE_ASSET_STAGING_CONTEXT } from 'aws-cdk-lib/cx-api'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { courierApp } from '../../../lib/app.ts'
import { bundleFunctions } from '../../../lib/bundle/bundle.ts'
import { appContext } from '../../../lib/context.ts'
import { bundleSite } from '../../../lib/site/build.ts'
import { inlined, nestedTemplates } from '../cloudformation/nested.ts'
import type { Template as CfnTemplate } from '../cloudformation/template.ts'

let bundles: Promise<unknown> | undefined
/**
 * The app with the given context, with bundled functions and pages and a separate output directory. Without validation,
 * which doubles the duration and has its own test (test/stack/validation.test.ts), and without copies of the assets, which
 * no test reads.
 */
export async function freshApp(context: Record<string, unknown> = {}, options: AppProps = {}): Promise<App> {
  await (bundles ??= Promise.all([bundleFunctions(), bundleSite()]))
  return courierApp(
    new App({
      context: { ...appContext(context), [DISABLE_ASSET_STAGING_CONTEXT]: true },
      outdir: mkdtempSync(join(tmpdir(), 'courier-synth-')),
      builtinCloudFormationValidation: false,
      ...options,
    }),
  )
}

const apps = new Map<string, Promise<App>>()
/** The app with the given context, shared by tests that only read its templates. */
export function appWith(context: Record<string, unknown> = {}): Promise<App> {
  const key = JSON.stringify(context)
  const app = apps.get(key) ?? freshApp(context)
  apps.set(key, app)
  return app
}

/** The template of a stack, with the resources of its nested stacks. */
export function templateOf(app: App, name: string): Template {
  const stack = app.node.findChild(name) as Stack
  const template = Template.fromStack(stack).toJSON() as CfnTemplate
  return Template.fromJSON(
    inlined({ ...template, Nested: nestedTemplates(stack, app.outdir) }, (_, logicalId) => logicalId),
  )
}

/** The properties of all resources of a type. */
export const propertiesOf = (template: Template, type: string) =>
  Object.values(template.findResources(type)).map(({ Properties }) => Properties)
