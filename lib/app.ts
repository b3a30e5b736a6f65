import { App, Tags } from 'aws-cdk-lib'
import { readSettings, refuseUnknownSettings } from '../shared/settings.ts'
import packageJson from '../package.json' with { type: 'json' }
import { ApiStack } from './stacks/api.ts'
import { DataStack } from './stacks/data.ts'

/** The whole service as stacks; `app.synth()` writes the assembly that `cdk deploy` and the local cloud run. */
export function courierApp(app = new App()): App {
  refuseUnknownSettings(Object.keys(app.node.getAllContext() as object))
  const settings = readSettings((name) => app.node.tryGetContext(name))
  const data = new DataStack(app, 'CourierData', { settings })
  new ApiStack(app, 'CourierApi', { data, settings, version: packageJson.version })
  Tags.of(app).add('service', packageJson.name)
  return app
}
