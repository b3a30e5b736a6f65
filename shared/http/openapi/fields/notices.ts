import { field, type Fields } from './field.ts'

/** Notices: e-mails about shipments. */
export const notices: Fields = {
  'Settings.notices': field('Which e-mails about shipments are sent'),
  'SettingsChange.notices': field('Which e-mails about shipments are sent'),
  'Settings.contact': field('How recipients reach the company; the tracking page shows it'),
  'SettingsChange.contact': field(
    'How recipients reach the company; the tracking page shows it. An empty text removes one',
  ),
  ...Object.fromEntries(
    ['ContactSettings', 'ContactSettingsChange', 'CompanyCard'].flatMap((schema) => [
      [`${schema}.phone`, field('The phone number, in any form; may be empty', '+995322000000')],
      [`${schema}.email`, field('The e-mail address; may be empty', 'hello@swift.example')],
      [
        `${schema}.website`,
        field('The address of a page, http or https; may be empty', 'https://swift.example/'),
      ],
    ]),
  ),
  enabled: field('Whether any are sent; true at first', true),
  statuses: field(
    'At which statuses the recipient gets one, besides READY_FOR_PICKUP and DELIVERED. Empty at first',
    ['IN_TRANSIT'],
  ),
  'Notice.id': field('The notice’s id', '0192f3a4-17c8-7abc-8def-0123456789ab'),
  'Notice.status': field('The shipment’s status that it is about', 'READY_FOR_PICKUP'),
  notice_token: field('The token in the e-mail’s List-Unsubscribe header', '1.sJ0qWc3Lk2'),
  party: field('To whom it goes', 'recipient'),
  'Notice.state': field('What became of it', 'SENT'),
  'Notice.language': field('Its language', 'ka'),
  resent: field('Whether staff sent it again', false),
  'Notice.created_at': field('When its cause happened', '2026-11-23T09:30:00.000Z'),
  'ResentNotices.notices': field('The notices that are on their way'),
  'NoticeChoice.stopped': field('Whether the address gets no notices of the company', true),
  'StopPage.url': field(
    'The tracking page, with the token in its fragment',
    'https://parcels.example/track/TRK-7HQ3M2K9XW4BC#stop=1.sJ0qWc3Lk2',
  ),
}
