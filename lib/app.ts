import { App, Tags, type Environment } from 'aws-cdk-lib'
import { readSettings, refuseUnknownSettings, type Settings } from '../shared/config/settings.ts'
import packageJson from '../package.json' with { type: 'json' }
import { ApiStack } from './stacks/api/stack.ts'
import { DataStack } from './stacks/data/stack.ts'
import { FirewallStack } from './stacks/edge/firewall.ts'
import { EdgeStack } from './stacks/edge/stack.ts'
import { WatchStack } from './stacks/monitoring/stack.ts'

/** The whole service as stacks; `app.synth()` writes the assembly that `cdk deploy` and the local cloud run. */
export function courierApp(app = new App()): App {
  const settings = settingsOf(app)
  const { here, firewalls } = environments()
  // Two stages may be in one account.
  const named = (part: string) => `Courier${settings.stage === 'prod' ? '' : 'Dev'}${part}`
  const data = new DataStack(app, named('Data'), { ...here, settings })
  const api = new ApiStack(app, named('Api'), { ...here, data, settings, version: packageJson.version })
  const firewall = new FirewallStack(app, named('Firewall'), { ...firewalls, settings })
  const edge = new EdgeStack(app, named('Edge'), { ...here, api, data, firewall, settings })
  new WatchStack(app, named('Watch'), { ...here, api, data, edge, firewall, settings })
  Tags.of(app).add('service', packageJson.name)
  return app
}

/** The settings in the app's context. Throws on an unknown setting and on a wrong value. */
export function settingsOf({ node }: App): Settings {
  refuseUnknownSettings(Object.keys(node.getAllContext() as object))
  return readSettings((name) => node.tryGetContext(name))
}

/**
 * The environments of the stacks. `cdk` names its region; without one, as in the local cloud, templates are
 * region-agnostic. CloudFront's firewalls are always in us-east-1 (docs/decisions/11).
 */
function environments(): { here?: { env: Environment }; firewalls?: { env: Environment } } {
  const { CDK_DEFAULT_REGION: region, CDK_DEFAULT_ACCOUNT: account } = process.env
  if (!region) return {}
  const known = account ? { account } : {}
  return { here: { env: { ...known, region } }, firewalls: { env: { ...known, region: 'us-east-1' } } }
}
