import { bundleFunctions } from '../lib/bundle.ts'
import { courierApp } from '../lib/app.ts'

// What `cdk synth` and `cdk deploy` run (cdk.json), and the local cloud in a child process.
await bundleFunctions()
courierApp().synth()
