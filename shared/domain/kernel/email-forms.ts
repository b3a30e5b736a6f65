import type { AcceptedForms } from './accepted-forms.ts'

export const emailForms: AcceptedForms = {
  title: 'E-mail addresses',
  text: 'Of people, companies, couriers and contacts, also at sign-in. They are compared without letter case.',
  forms: [
    { given: 'anna@swift.example', stored: 'anna@swift.example' },
    { given: '  anna@swift.example\u00A0', stored: 'anna@swift.example', note: 'spaces around it' },
    {
      given: '\u202Aanna@swift.example\u202C',
      stored: 'anna@swift.example',
      note: 'directions, as address books copy them',
    },
    {
      given: 'Anna.Orlova+parcels@Swift.example',
      stored: 'Anna.Orlova+parcels@Swift.example',
      note: 'letter case stays',
    },
    {
      given: 'anna@почта.рф',
      stored: 'anna@xn--80a1acny.xn--p1ai',
      shown: 'anna@почта.рф',
      note: 'an international domain, which is shown in its own script',
    },
    {
      given: 'anna@Bücher.example',
      stored: 'anna@xn--bcher-kva.example',
      shown: 'anna@bücher.example',
    },
    {
      given: 'anna@xn--80a1acny.xn--p1ai',
      stored: 'anna@xn--80a1acny.xn--p1ai',
      shown: 'anna@почта.рф',
      note: 'the same in Punycode',
    },
    { given: 'анна@почта.рф', refused: 'letters other than ASCII before the @, which SES does not send to' },
    { given: 'josé@swift.example', refused: 'the same' },
    { given: 'anna@swift', refused: 'no top-level domain' },
    { given: 'anna swift@swift.example', refused: 'a space within it' },
    { given: 'anna', refused: 'no domain' },
  ],
}
