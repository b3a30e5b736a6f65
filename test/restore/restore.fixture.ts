import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { restore } from '../../lib/restore/restore.ts'
import { readSettings } from '../../shared/config/settings.ts'
import type { Template } from '../support/cloudformation/template.ts'
import { templatesOf } from '../support/cloudformation/templates.ts'
import { appWith } from '../support/suite/stacks.ts'
import { Account, setUpAccount } from './account/account.ts'

type Stage = 'prod' | 'dev'
const templates = new Map<Stage, Map<string, Template>>()
export const to = '2026-01-31T12:00:00Z'

/** Registers the hooks for a test file, whose tests are of these stages. */
export function setUp(...stages: Stage[]): void {
  setUpAccount()
  beforeAll(async () => {
    for (const stage of stages)
      templates.set(stage, new Map(templatesOf(await appWith(stage === 'dev' ? { stage } : {}))))
  })
  afterEach(() => void vi.unstubAllEnvs())
  beforeEach(() => {
    for (const [name, value] of [
      ['AWS_REGION', 'eu-west-1'],
      ['AWS_CONFIG_FILE', '/dev/null'],
    ] as const)
      vi.stubEnv(name, value)
  })
}

/** A deployed stage, and an operator with a checkout of the project. */
export class Operator {
  readonly account: Account
  readonly lines: string[] = []
  readonly config: string
  readonly #stage: Stage

  constructor(account: Account, stage: Stage) {
    this.account = account
    this.#stage = stage
    this.config = join(mkdtempSync(join(tmpdir(), 'courier-restore-')), 'cdk.json')
    writeFileSync(this.config, readFileSync(join(import.meta.dirname, '../../cdk.json')))
    this.deploy()
  }

  get table() {
    return this.account.stacks.table
  }

  get copy() {
    return `${this.table}-restored`
  }

  /** Runs a command. Resolves to whether it has done all. */
  run(command: string, options: { to?: string; table?: string } = {}): Promise<boolean> {
    const settings = readSettings((name) => (name === 'stage' ? this.#stage : undefined))
    const all = { to, table: this.table, ...options, settings, config: this.config }
    return restore(command, all, this.account.clock, (line) => this.lines.push(line))
  }

  /** As `cdk deploy --all`, with the stream in cdk.json, or else the one with which the table was created. */
  deploy(State = 'Enabled') {
    const { tables, functions, stacks } = this.account
    const created = tables.find(this.table)!.created
    functions.deploy(this.streamSetting() ?? tables.streamOf(stacks.table, created), State)
  }

  /** Adds to the context in cdk.json. */
  writeContext(more: object) {
    const config = JSON.parse(readFileSync(this.config, 'utf8'))
    writeFileSync(this.config, JSON.stringify({ ...config, context: { ...config.context, ...more } }))
  }

  context = () => JSON.parse(readFileSync(this.config, 'utf8')).context
  streamSetting = (): string | undefined => this.context()[this.#stage]?.tableStreamArn

  /** The lines since the last call. */
  said = () => this.lines.splice(0)
}

/** The whole restore. A command that ends with an error is started again. Throws what AWS answers a second time. */
export async function restoreTo(operator: Operator, time = to) {
  const run = async (command: string) => {
    const done = await operator.run(command, { to: time }).catch(() => operator.run(command, { to: time }))
    if (!done) throw new Error(operator.lines.join('\n'))
  }
  await run('copy')
  await run('replace')
  operator.deploy()
  await run('start')
  await run('clean')
}

/** With `functionNames`, a stage without other functions than those whose logical ids match. */
export function operatorOf(stage: Stage = 'prod', functionNames?: RegExp): Operator {
  const prefix = stage === 'dev' ? 'CourierDev' : 'Courier'
  const of = (part: string) => templates.get(stage)!.get(prefix + part)!
  const all = { data: of('Data'), api: of('Api'), jobs: of('Jobs') }
  return new Operator(new Account(all, prefix, functionNames), stage)
}
