import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { startCloud } from '../../../lib/local/cloud.ts'
import { writeAssembly } from '../../support/local/assembly.ts'
import { allGone, running } from '../../support/local/npm-start.ts'
import { setUp, assembly, directory, keys, trouble, until, write } from './streams.fixture.ts'

setUp()

test('after kill -9, no stream record is lost, and none that was processed is delivered again', async () => {
  const dataDir = join(directory, 'killed')
  const first = await running(assembly, dataDir)
  await write(first.endpoints.dynamodb, 'slow', [{}, trouble('slow', 1), {}])
  await until(() => keys('slow').length === 2)
  first.child.kill('SIGKILL')
  await first.ended
  await allGone(first.emulators)
  expect(keys('slow')).toEqual([['1'], ['2']])

  const second = await running(assembly, dataDir)
  await until(() => keys('slow').flat().includes('3'))
  // By now, processed records are deleted. New sequence numbers continue after them.
  second.child.kill('SIGTERM')
  expect((await second.ended).code).toBe(0)
  const third = await running(assembly, dataDir)
  await write(third.endpoints.dynamodb, 'slow', [{}], 3)
  await until(() => keys('slow').flat().includes('4'))
  third.child.kill('SIGTERM')
  await third.ended
  expect(keys('slow')).toEqual([['1'], ['2'], ['2'], ['3'], ['4']])
})

describe('an unsupported mapping', () => {
  const start = (properties: object) =>
    startCloud({
      dataDir: join(directory, 'refused'),
      assembly: writeAssembly(join(directory, 'wrong'), {
        functions: { hello: { code: `exports.handler = async () => 'hello'` } },
        routes: { 'GET /': 'hello' },
        mappings: { hello: properties },
      }),
      quiet: true,
    })
  test.each([
    [{ StartingPosition: 'LATEST' }, 'Mapping Api-helloMapping starts at LATEST'],
    [
      { EventSourceArn: 'arn:aws:kinesis:eu-west-1:000000000000:stream/a' },
      'the local cloud supports streams of tables',
    ],
    [
      { DestinationConfig: { OnFailure: { Destination: 'arn:aws:sns:eu-west-1:000000000000:a' } } },
      'sends failures to arn:aws:sns:eu-west-1:000000000000:a, which is not a queue of the app',
    ],
    [{ FunctionName: 'missing' }, 'invokes missing, which the app does not have'],
    [{ FilterCriteria: { Filters: [{ Pattern: '{"a":[{"suffix":"x"}]}' }] } }, 'supports values, prefix'],
  ])('is refused: %j', async (properties, words) => {
    await expect(start(properties)).rejects.toThrow(words)
  })
})
