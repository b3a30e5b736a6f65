import { App } from 'aws-cdk-lib'
import { bundleFunctions } from '../lib/bundle/bundle.ts'
import { courierApp } from '../lib/app.ts'
import { settingsOf, type Context } from '../lib/context.ts'
import { bundleSite } from '../lib/site/build.ts'

// Run by `cdk synth` and `cdk deploy` (cdk.json), and by the local cloud in a child process.
const app = new App()
// A wrong setting is refused before the bundling, which takes seconds.
settingsOf(app.node.getAllContext() as Context)
await Promise.all([bundleFunctions(), bundleSite()])
courierApp(app).synth()
