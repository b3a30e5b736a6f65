import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startCloud, type Cloud } from '../../../lib/local/cloud.ts'
import { writeAssembly } from './assembly.ts'

const echo = `exports.handler = async (event) => event`
/** Returns the result that the request's body contains. */
const puppet = `exports.handler = async (event) => JSON.parse(Buffer.from(event.body, event.isBase64Encoded ? 'base64' : 'utf8'))`
const cors = {
  AllowOrigins: ['https://shop.example'],
  AllowMethods: ['*'],
  AllowHeaders: ['authorization', 'content-type'],
  ExposeHeaders: ['ETag'],
  MaxAge: 3600,
}

/** A local cloud whose functions show how API Gateway converts requests and responses. Disposal deletes its data. */
export async function echoCloud(): Promise<Cloud & AsyncDisposable> {
  const directory = mkdtempSync(join(tmpdir(), 'gateway-'))
  const assembly = writeAssembly(join(directory, 'assembly'), {
    functions: { echo: { code: echo }, puppet: { code: puppet } },
    routes: {
      'GET /': 'echo',
      'GET /pets/{id}': 'echo',
      'GET /pets/mine': 'echo',
      'ANY /pets/{rest+}': 'echo',
      'POST /pets/{id}': 'echo',
      'GET /pets/{id}/toys/{toy}': 'echo',
      'POST /say': 'puppet',
      $default: 'echo',
    },
    cors,
  })
  const cloud = await startCloud({
    dataDir: join(directory, 'data'),
    assembly,
    quiet: true,
    log: () => undefined,
  })
  return {
    ...cloud,
    async [Symbol.asyncDispose]() {
      await cloud.stop()
      rmSync(directory, { recursive: true })
    },
  }
}
