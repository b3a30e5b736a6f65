import type { EdgeRequest } from './request.ts'

/** A rule that blocks, of one of AWS's managed rule groups. */
export interface ManagedRule {
  group: string
  label: string
  matches(request: EdgeRequest): boolean
}

// AWS publishes what its rules inspect and examples of what they match, but not their patterns (WAF developer guide,
// "Baseline rule groups", "IP reputation rule groups"). This model follows the list of rules. Its patterns match more than
// the examples: whatever might be blocked is blocked here.

/** CloudFront passes the first 16 KB of a body to the firewall by default. Longer ones are inspected up to there. */
const inspected = 16 * 1024

const decoded = (text: string) => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
const parts = {
  BODY: ({ body }) => body.slice(0, inspected),
  QUERYARGUMENTS: ({ query }) => decoded(query),
  QUERYSTRING: ({ query }) => decoded(query),
  URIPATH: ({ path }) => decoded(path),
  COOKIE: ({ headers }) => headers.cookie ?? '',
  HEADER: ({ headers }) =>
    Object.entries(headers)
      .filter(([name]) => name !== 'cookie')
      .map((header) => header.join(': '))
      .join('\n'),
} satisfies Record<string, (request: EdgeRequest) => string>
type Part = keyof typeof parts

const bytes = (text = '') => Buffer.byteLength(text)

/** A rule for each part of the request, which matches if the pattern is found there. */
const patterns = (attack: string, pattern: RegExp, ...where: Part[]) =>
  Object.fromEntries(
    where.map((part) => [`${attack}_${part}`, (request: EdgeRequest) => pattern.test(parts[part](request))]),
  )

const groups: Record<string, { namespace: string; rules: Record<string, (request: EdgeRequest) => boolean> }> =
  {
    // AWSManagedIPDDoSList only counts.
    AWSManagedRulesAmazonIpReputationList: {
      namespace: 'amazon-ip-list',
      rules: {
        AWSManagedIPReputationList: ({ reputation }) => reputation === 'malicious',
        AWSManagedReconnaissanceList: ({ reputation }) => reputation === 'reconnaissance',
      },
    },
    AWSManagedRulesKnownBadInputsRuleSet: {
      namespace: 'known-bad-inputs',
      rules: {
        ...patterns(
          'JavaDeserializationRCE',
          /java\.lang|getRuntime|rO0AB/,
          'HEADER',
          'BODY',
          'URIPATH',
          'QUERYSTRING',
        ),
        Host_localhost_HEADER: ({ headers }) => /localhost/i.test(headers.host ?? ''),
        PROPFIND_METHOD: ({ method }) => method === 'PROPFIND',
        ...patterns('ExploitablePaths', /web-inf|\.env|\.git|wp-config/i, 'URIPATH'),
        ...patterns('Log4JRCE', /\$\{/, 'HEADER', 'QUERYSTRING', 'BODY', 'URIPATH'),
        ...patterns('ReactJSRCE', /__proto__|constructor:constructor|\$\d+:/, 'BODY'),
      },
    },
    AWSManagedRulesCommonRuleSet: {
      namespace: 'core-rule-set',
      rules: {
        NoUserAgent_HEADER: ({ headers }) => !headers['user-agent'],
        UserAgent_BadBots_HEADER: ({ headers }) =>
          /nessus|nmap|nikto|sqlmap/i.test(headers['user-agent'] ?? ''),
        SizeRestrictions_QUERYSTRING: ({ query }) => bytes(query) > 2048,
        SizeRestrictions_Cookie_HEADER: ({ headers }) => bytes(headers.cookie) > 10_240,
        SizeRestrictions_BODY: ({ body }) => bytes(body) > 8192,
        SizeRestrictions_URIPATH: ({ path }) => bytes(path) > 1024,
        ...patterns(
          'EC2MetaDataSSRF',
          /169\.254\.169\.254|127\.0\.0\.1|localhost/i,
          ...(['BODY', 'COOKIE', 'URIPATH', 'QUERYARGUMENTS'] as const),
        ),
        ...patterns('GenericLFI', /\.\.[/\\]/, 'QUERYARGUMENTS', 'URIPATH', 'BODY'),
        ...patterns(
          'RestrictedExtensions',
          /\.(log|ini|conf|cfg|bak|backup|sys|dat|profile)\b/i,
          ...(['URIPATH', 'QUERYARGUMENTS'] as const),
        ),
        // Current versions match a host that is an IPv4 address only, earlier ones any address.
        ...patterns('GenericRFI', /(https?|ftps?|file):\/\//i, 'QUERYARGUMENTS', 'BODY', 'URIPATH'),
        ...patterns(
          'CrossSiteScripting',
          /<\s*[a-z/!]|javascript:/i,
          ...(['COOKIE', 'QUERYARGUMENTS', 'BODY', 'URIPATH'] as const),
        ),
      },
    },
  }

/** All modelled rules by name. The labels of real rules differ in their letter case, in which no rule here matches. */
export const managedRules: Record<string, ManagedRule> = Object.fromEntries(
  Object.entries(groups).flatMap(([group, { namespace, rules }]) =>
    Object.entries(rules).map(([name, matches]) => [
      name,
      { group, label: `awswaf:managed:aws:${namespace}:${name}`, matches },
    ]),
  ),
)
