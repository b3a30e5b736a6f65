import { inspect } from 'node:util'
import { defaultOrigin, type SampleRequest } from './request.ts'

/** The request in TypeScript, with the package `courier-logistics`. The access token is in the environment. */
export function typescript({ method, path, params, needsToken, body, produces }: SampleRequest): string {
  const init = {
    ...(Object.keys(params).length > 0 && { params: { path: params } }),
    ...(body !== undefined && { body }),
    ...(produces !== undefined && { parseAs: 'blob' }),
  }
  const options = { baseUrl: defaultOrigin, ...(needsToken && { token: 0 }) }
  const call = Object.keys(init).length > 0 ? `, ${literal(init)}` : ''
  return [
    "import { courierClient, unwrap } from 'courier-logistics'",
    '',
    `const courier = courierClient(${literal(options).replace('token: 0', "token: process.env['TOKEN'] ?? ''")})`,
    `const result = await unwrap(courier.${method}('${path}'${call}))`,
    'console.log(result)',
  ].join('\n')
}

const literal = (value: object) => inspect(value, { depth: null, breakLength: 72, compact: 2 })
