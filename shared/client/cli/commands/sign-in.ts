import { command, UsageError } from '../command.ts'
import { ask, standardInput } from '../input.ts'
import { clientOf } from '../service.ts'

const instead = 'write --email and --password-stdin, or set COURIER_EMAIL and COURIER_PASSWORD'

export const signIn = command({
  name: 'sign-in',
  summary: 'Signs in, and stays signed in for the other commands',
  public: true,
  options: {
    email: { value: 'ADDRESS', about: 'the user; COURIER_EMAIL, or a question, by default' },
    'password-stdin': { about: 'reads the password from the standard input, not from COURIER_PASSWORD' },
  },
  async run({ url, session, values, print }) {
    const env = process.env
    const email = (values.email ?? env['COURIER_EMAIL']) || (await ask('E-mail: ', instead))
    const password = values['password-stdin']
      ? // The line break is that of `echo`, and no part of the password.
        (await standardInput()).replace(/\r?\n$/, '')
      : env['COURIER_PASSWORD'] || (await ask('Password: ', instead, { hidden: true }))
    if (password === '') throw new UsageError(`The password is empty: ${instead}`)
    await clientOf({ baseUrl: url, email, password, session }).signIn()
    print({ url, email }, `Signed in to ${url} as ${email}`)
  },
})

export const signOut = command({
  name: 'sign-out',
  summary: 'Ends the session, here and in the service',
  public: true,
  options: {},
  async run({ url, client, print }) {
    await client.signOut()
    print({ url }, `Signed out of ${url}`)
  },
})
