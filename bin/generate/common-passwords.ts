import { dictionary } from '@zxcvbn-ts/language-common'
import packageJson from '../../package.json' with { type: 'json' }
import { shortestPassword } from '../../shared/auth/passwords.ts'

/** What people take here, and easy sequences, which are not among these. */
const additions = `
courier1 courier123 parcel123 shipping1 admin1234 guest123 user1234 root1234 toor1234 facebook1 iloveu123 test12345
spring123 summer123 autumn123 winter123 august123 monday123 family123 harley123 p@ssword poiuytrewq qwertyqwerty zxcvbnm,
01234567 0123456789 0987654321 87654321 987654321 abcabc123 abcdefgh abcdefghi
`
  .trim()
  .split(/\s/)

/** The passwords of the package that a user could choose, the commonest first. OWASP ASVS 6.2.4 requires 3,000. */
export const commonest: readonly string[] = dictionary['passwords-common'].filter(
  (password) => Array.from(password).length >= shortestPassword,
)

const name = '@zxcvbn-ts/language-common'
const origin = `# npm run docs: from ${name} ${packageJson.devDependencies[name]}, MIT License, © 2012-2016 Dan Wheeler and Dropbox, Inc., © 2021 @zxcvbn-ts`

/** The common passwords, in lower case, one per line. */
export const commonPasswordsText = () =>
  [origin, ...[...new Set([...additions, ...commonest])].sort(), ''].join('\n')
