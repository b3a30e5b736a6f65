import { App } from 'aws-cdk-lib'
import { bundleFunctions } from '../lib/bundle/bundle.ts'
import { courierApp, settingsOf } from '../lib/app.ts'
import { bundleSite } from '../lib/site/build.ts'

// Run by `cdk synth` and `cdk deploy` (cdk.json), and by the local cloud in a child process.
await Promise.all([bundleFunctions(), bundleSite()])
courierApp(app).synth()
