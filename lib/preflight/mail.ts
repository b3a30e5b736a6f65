import { GetAccountCommand, GetEmailIdentityCommand } from '@aws-sdk/client-sesv2'
import { addressOf } from '../../shared/mail/ses.ts'
import { unlessMissing, type Check } from './check.ts'

/** A verified domain stands for its addresses and its subdomains (SES developer guide, "Verified identities"). */
export const mailIdentity: Check = async ({ ses, region, settings: { mailFrom } }) => {
  const address = addressOf(mailFrom)
  const domain = address.replace(/^.*@/, '')
  const identities = await Promise.all(
    [address, ...withParents(domain)].map((EmailIdentity) =>
      unlessMissing(ses.send(new GetEmailIdentityCommand({ EmailIdentity }))),
    ),
  )
  if (identities.some((identity) => identity?.VerifiedForSendingStatus)) return undefined
  return {
    found: identities.some(Boolean)
      ? `SES has not verified ${address} or ${domain} in ${region} yet: it rejects every e-mail.`
      : `SES knows neither ${address} nor ${domain} in ${region}: it rejects every e-mail.`,
    cure: `aws sesv2 create-email-identity --region ${region} --email-identity ${domain}, then add the DNS records that it returns; or set -c mailFrom=`,
  }
}

/** `mail.courier.example`, `courier.example`; no top-level domain. */
const withParents = (domain: string): string[] => {
  const labels = domain.split('.')
  return labels.slice(0, -1).map((_, n) => labels.slice(n).join('.'))
}

export const mailSandbox: Check = async ({ ses, region }) => {
  const { ProductionAccessEnabled, SendingEnabled, EnforcementStatus } = await ses.send(
    new GetAccountCommand({}),
  )
  if (ProductionAccessEnabled === false)
    return {
      found: `SES is in the sandbox in ${region}: 200 e-mails a day, to verified addresses only.`,
      cure: `aws sesv2 put-account-details --region ${region} --production-access-enabled --mail-type TRANSACTIONAL --website-url <your site>`,
    }
  if (SendingEnabled !== false && EnforcementStatus !== 'SHUTDOWN') return undefined
  return {
    found: `SES sends nothing for this account in ${region}: it is paused.`,
    cure: 'See the account dashboard of SES',
  }
}
