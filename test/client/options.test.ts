import { expect, test } from 'vitest'
import { courierClient, type ClientOptions } from '../../shared/client/client.ts'

const baseUrl = 'https://api.example'
/** Options as a program without types, or with unset environment variables, passes them. */
const create = (options: object) => () => courierClient(options as ClientOptions)

test.each([undefined, '', 'localhost:3000', 'api.example', '/api', 'ftp://api.example', 'http://'])(
  'the base URL %o is refused at once',
  (address) => {
    expect(create({ baseUrl: address })).toThrow(TypeError)
    expect(create({ baseUrl: address })).toThrow(
      `courierClient needs a baseUrl such as https://api.example, not ${address}`,
    )
  },
)

test.each([
  [{ email: 'anna@example.com', password: undefined }, 'password'],
  [{ email: '', password: 'a long pass phrase' }, 'email'],
  [{ email: undefined, password: undefined }, 'email and password'],
  [{ token: undefined }, 'token'],
  [{ token: '' }, 'token'],
  [{ clientId: 'courier_1', clientSecret: undefined }, 'clientSecret'],
])('a client whose account is %o does not become anonymous', (account, names) => {
  expect(create({ baseUrl, ...account })).toThrow(TypeError)
  expect(create({ baseUrl, ...account })).toThrow(`courierClient was given no value for ${names}: `)
})

test('a client id needs a secret', () => {
  const message = 'needs clientId and clientSecret together'
  expect(create({ baseUrl, clientId: 'courier_1' })).toThrow(message)
  expect(create({ baseUrl, clientSecret: 'courier_sk_1' })).toThrow(message)
})

test('an e-mail address needs a password, and without both a client is anonymous', () => {
  expect(create({ baseUrl, email: 'anna@example.com' })).toThrow('needs email and password together')
  expect(create({ baseUrl, password: 'a long pass phrase' })).toThrow('needs email and password together')
  expect(create({ baseUrl })).not.toThrow()
})
