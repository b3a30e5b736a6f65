import { DescribeCertificateCommand } from '@aws-sdk/client-acm'
import { GetHostedZoneCommand } from '@aws-sdk/client-route-53'
import { unlessMissing, type Check } from './check.ts'

/** Whether a name of a certificate, such as `*.courier.example`, stands for a host. */
const covers = (name: string, host: string) =>
  name === host || (name.startsWith('*.') && host.slice(host.indexOf('.')) === name.slice(1))

export const certificate: Check = async ({ acm, settings: { certificateArn, domainName } }) => {
  if (!domainName) return undefined
  if (!certificateArn.startsWith('arn:aws:acm:us-east-1:'))
    return {
      found: `The certificate ${certificateArn} is not in us-east-1, where CloudFront looks for it.`,
      cure: `aws acm request-certificate --region us-east-1 --domain-name ${domainName} --validation-method DNS`,
    }
  const answer = await unlessMissing(
    acm.send(new DescribeCertificateCommand({ CertificateArn: certificateArn })),
  )
  const { Status, SubjectAlternativeNames = [], DomainName = '' } = answer?.Certificate ?? {}
  if (Status === undefined)
    return {
      found: `There is no certificate ${certificateArn}.`,
      cure: 'Set -c certificateArn= to one of this account',
    }
  if (Status !== 'ISSUED')
    return {
      found: `The certificate of ${DomainName} is ${Status}.`,
      cure: 'Add the DNS record with which ACM validates it: aws acm describe-certificate --region us-east-1 --certificate-arn <arn>',
    }
  if ([DomainName, ...SubjectAlternativeNames].some((name) => covers(name, domainName))) return undefined
  return {
    found: `The certificate is for ${[...new Set([DomainName, ...SubjectAlternativeNames])].join(', ')}, not for ${domainName}.`,
    cure: `Request one for ${domainName} in us-east-1, or set another domainName`,
  }
}

export const hostedZone: Check = async ({ route53, settings: { hostedZoneId, domainName } }) => {
  if (!hostedZoneId) return undefined
  const answer = await unlessMissing(route53.send(new GetHostedZoneCommand({ Id: hostedZoneId })))
  const zone = answer?.HostedZone?.Name?.replace(/\.$/, '')
  if (zone === undefined)
    return {
      found: `There is no hosted zone ${hostedZoneId} in this account.`,
      cure: 'aws route53 list-hosted-zones names those of the account; without hostedZoneId the DNS record is printed',
    }
  if (domainName === zone || domainName.endsWith(`.${zone}`)) return undefined
  return {
    found: `The zone ${hostedZoneId} is for ${zone}, and ${domainName} is not in it.`,
    cure: 'Set -c hostedZoneId= to the zone of the domain',
  }
}
