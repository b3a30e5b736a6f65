import { App, Tags, type Environment } from 'aws-cdk-lib'
import type { Settings } from '../shared/config/settings.ts'
import packageJson from '../package.json' with { type: 'json' }
import { settingsOf, type Context } from './context.ts'
import { ApiStack } from './stacks/api/stack.ts'
import { DataStack } from './stacks/data/stack.ts'
import { edgeRegion, FirewallStack } from './stacks/edge/firewall.ts'
import { EdgeStack } from './stacks/edge/stack.ts'
import { JobsStack } from './stacks/jobs/stack.ts'
import { RolloutStack } from './stacks/rollout/stack.ts'
import { EdgeWatchStack } from './stacks/monitoring/edge.ts'
import { MonitoringStack } from './stacks/monitoring/stack.ts'

/** The service as stacks. `app.synth()` writes the assembly that `cdk deploy` deploys and the local cloud runs. */
export function courierApp(app = new App()): App {
  const settings = settingsOf(app.node.getAllContext() as Context)
  const { main, cloudfront } = environments()
  const stackName = (part: string) => stackNameOf(settings, part)
  const data = new DataStack(app, stackName('Data'), { ...main, settings })
  const rollout = new RolloutStack(app, stackName('Rollout'), {
    ...main,
    settings,
    applicationName: stackName('Api'),
    alarmStackName: stackName('Watch'),
  })
  const api = new ApiStack(app, stackName('Api'), {
    ...main,
    data,
    rollout,
    settings,
    version: packageJson.version,
  })
  new JobsStack(app, stackName('Jobs'), { ...main, api })
  const firewall = new FirewallStack(app, stackName('Firewall'), { ...cloudfront, settings })
  const edge = new EdgeStack(app, stackName('Edge'), { ...main, api, data, firewall, settings })
  new EdgeWatchStack(app, stackName('EdgeWatch'), { ...cloudfront, edge, settings })
  new MonitoringStack(app, stackName('Watch'), { ...main, api, data, edge, firewall, settings })
  Tags.of(app).add('service', packageJson.name)
  return app
}

/** The name of a stack: CourierData, or CourierDevData, since an account may contain both stages. */
export const stackNameOf = ({ stage }: Settings, part: string): string =>
  `Courier${stage === 'prod' ? '' : 'Dev'}${part}`

/**
 * The environments of the stacks. Without the CDK CLI's region, as in the local cloud, templates are region-agnostic.
 * CloudFront's firewalls and logs are always in us-east-1 (docs/decisions/11).
 */
function environments(): { main?: { env: Environment }; cloudfront?: { env: Environment } } {
  const { CDK_DEFAULT_REGION: region, CDK_DEFAULT_ACCOUNT: account } = process.env
  if (!region) return {}
  const accountOption = account ? { account } : {}
  return {
    main: { env: { ...accountOption, region } },
    cloudfront: { env: { ...accountOption, region: edgeRegion } },
  }
}
