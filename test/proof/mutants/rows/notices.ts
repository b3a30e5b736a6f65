import type { Mutant } from '../mutant.ts'

const tests = ['test/api/notices/notices.test.ts']
export const noticesMutants: readonly Mutant[] = [
  {
    file: 'shared/domain/notices/policy.ts',
    about: 'a status that is corrected and reached again is written about again',
    from: '.filter((party) => !noticed.includes(noticeName({ status, party })))',
    to: '',
    tests,
    by: 'corrected back',
  },
  {
    file: 'shared/domain/notices/policy.ts',
    about: 'an address that is both recipient and sender gets two e-mails',
    from: " && addresses.indexOf(addresses[n] ?? '') === n",
    to: '',
    tests,
    by: 'an address that is both',
  },
  {
    file: 'shared/domain/notices/deliver.ts',
    about: 'an address is written to after a stop',
    from: 'if (await suppressionOf(table, address, now))',
    to: 'if (false)',
    tests: ['test/mail/notices.test.ts'],
  },
  {
    file: 'shared/domain/notices/deliver.ts',
    about: 'a rejected address is not suppressed',
    from: "state === 'REJECTED' ?",
    to: "state === 'SENT' ?",
    tests: ['test/mail/notices.test.ts'],
  },
  {
    file: 'shared/domain/notices/deliver.ts',
    about: 'a notice that a correction overtook is the only one of its status',
    from: 'shipment && !notice.resent ?',
    to: 'shipment && notice.resent ?',
    tests: ['test/mail/notices.test.ts'],
  },
  {
    file: 'shared/domain/notices/feedback.ts',
    about: 'a full mailbox suppresses its address',
    from: "bounce?.bounceType === 'Permanent' ?",
    to: 'bounce ?',
    tests: ['test/mail/notices.test.ts'],
  },
  {
    file: 'shared/domain/notices/resend.ts',
    about: 'staff send notices again as often as they like',
    from: 'if (recent.length >= daily.quota)',
    to: 'if (recent.length > 1000)',
    tests,
    by: 'three times a day',
  },
  {
    file: 'shared/domain/notices/policy.ts',
    about: 'a company that has turned notices off sends them',
    from: "enabled ? (always[status] ?? (statuses.includes(status) ? (['recipient'] as const) : [])) : []",
    to: "always[status] ?? (statuses.includes(status) ? (['recipient'] as const) : [])",
    tests,
    by: 'turn notices off',
  },
  {
    file: 'shared/domain/notices/suppression.ts',
    about: 'a suppressed address gets notices in another letter case',
    from: 'digest(email.toLowerCase())',
    to: 'digest(email)',
    tests,
    by: 'an address that SES rejects',
  },
]
