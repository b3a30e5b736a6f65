import { bundleFunctions } from '../lib/bundle/bundle.ts'
import { courierApp } from '../lib/app.ts'
import { bundleSite } from '../lib/site/build.ts'

// What `cdk synth` and `cdk deploy` run (cdk.json), and the local cloud in a child process.
await Promise.all([bundleFunctions(), bundleSite()])
courierApp().synth()
