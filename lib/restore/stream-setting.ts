import { readFileSync, writeFileSync } from 'node:fs'
import { format, resolveConfig } from 'prettier'
import type { SettingName, Settings } from '../../shared/config/settings.ts'
import { Refusal } from './refusal.ts'
import type { Step } from './step.ts'
import { describe } from './tables.ts'
import type { Target } from './target.ts'

const setting = 'tableStreamArn' satisfies SettingName

/**
 * The step that writes the stream of the table into cdk.json, in the context of its stage, for every later
 * deployment; an older one of the table goes.
 */
export const streamSettingStep = (target: Target, { stage }: Settings, file: string): Step => ({
  name: `${setting} in cdk.json`,
  look: async () => {
    const stream = await streamOf(target)
    const { context } = read(file)
    return of(context[stage])[setting] === stream ? 'done' : 'todo'
  },
  act: async () => {
    const stream = await streamOf(target)
    const config = read(file)
    const { [setting]: forAllStages, ...context } = config.context
    if (!isOf(target, forAllStages)) Object.assign(context, { [setting]: forAllStages })
    context[stage] = { ...of(context[stage]), [setting]: stream }
    const options = { ...(await resolveConfig(file)), filepath: file }
    writeFileSync(file, await format(JSON.stringify({ ...config, context }, null, 2), options))
  },
})

/** The stream of the table. Throws Refusal if it has none. */
export async function streamOf(target: Target): Promise<string> {
  const stream = (await describe(target, target.table))?.LatestStreamArn
  if (stream && isOf(target, stream)) return stream
  throw new Refusal({
    found: `The table ${target.table} has no stream.`,
    cure: `Replace it, or finish that: ${replaceCommand(target)}`,
  })
}

export const replaceCommand = ({ table, command }: Target) => command(`replace --table ${table}`)

const isOf = ({ tableArn }: Target, stream: unknown) => String(stream).startsWith(`${tableArn}/stream/`)

const of = (stageContext: unknown) => (stageContext ?? {}) as Record<string, unknown>
const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as { context: Record<string, unknown> }
