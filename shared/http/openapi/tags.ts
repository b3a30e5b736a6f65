/** The groups of operations as the reference shows them, in the order of a parcel's journey. */
export const tags: Record<string, { name: string; description: string }> = {
  auth: {
    name: 'Accounts',
    description:
      'Register a company, sign in, verify an e-mail address, reset a password, accept an invitation.',
  },
  oauth: { name: 'Provider sign-in', description: 'Sign in with Google, Microsoft or a provider of your own.' },
  users: {
    name: 'Users',
    description:
      'The people of the company, their roles, each user’s own sessions, and the company’s settings.',
  },
  passkeys: {
    name: 'Passkeys',
    description: 'Sign in with a passkey, and keep the user’s own passkeys.',
  },
  apikeys: {
    name: 'API keys',
    description: 'Let the company’s own systems call the API, each with its scopes.',
  },
  warehouses: { name: 'Warehouses', description: 'Where packages are received, scanned and packed.' },
  couriers: {
    name: 'Couriers',
    description: 'The people who fly with bags, with their statistics and no-shows.',
  },
  flights: { name: 'Flights', description: 'Scheduled flights with the weight that a courier may carry.' },
  contacts: {
    name: 'Contacts',
    description: 'People and companies that often send or receive, to book with.',
  },
  shipments: {
    name: 'Shipments',
    description: 'Book what a sender gives to a recipient, and follow it on the board.',
  },
  packages: { name: 'Packages', description: 'The boxes of a shipment, with their timeline.' },
  photos: { name: 'Photos', description: 'Photos of packages.' },
  labels: { name: 'Labels', description: 'Labels and manifests to print.' },
  bags: {
    name: 'Bags',
    description: 'Pack packages into a bag, assign a courier and a flight, seal it, check it in.',
  },
  scanning: {
    name: 'Warehouse scans',
    description: 'Receive parcels, record scans, and make shipments ready.',
  },
  unloading: {
    name: 'Unloading',
    description: 'Compare what arrives in a bag with what it should contain.',
  },
  handovers: {
    name: 'Hand-over',
    description:
      'Give packages to their recipient, with proof of delivery, and send the notices about them again.',
  },
  proof: { name: 'Proof of delivery', description: 'Who got the packages of a shipment, when and where.' },
  cases: {
    name: 'Cases',
    description: 'Exceptions that people resolve: holds, damage, shortages, refusals and claims.',
  },
  scans: { name: 'QR scans', description: 'Check whether a label is genuine, from a phone.' },
  tracking: { name: 'Public tracking', description: 'What a recipient sees, without a token.' },
  notices: {
    name: 'Notices',
    description: 'What the reader of an e-mail about a shipment does, without a token.',
  },
  events: {
    name: 'Events',
    description: 'What happened in the company, as a feed, as a live connection and in numbers.',
  },
  transfers: {
    name: 'Import and export',
    description: 'Upload tables whose rows become records, and download records as tables.',
  },
  webhooks: { name: 'Webhooks', description: 'Have events sent to your own server.' },
  health: { name: 'Health', description: 'Whether the service runs.' },
  reference: { name: 'Reference', description: 'This API as documents for programs.' },
}
