import type { PackageStatus } from '../../../shared/domain/states/package.ts'
import type { Role } from '../../../shared/domain/kernel/roles.ts'
import type { Payment } from './records.ts'

const packageStatuses: Record<PackageStatus, string> = {
  CREATED: 'Registered',
  IN_WAREHOUSE: 'In the warehouse',
  ASSIGNED_TO_BAG: 'In a bag',
  IN_TRANSIT: 'In transit',
  ARRIVED: 'Arrived',
  READY_FOR_PICKUP: 'Ready for pickup',
  DELIVERED: 'Delivered',
  RETURNED: 'Returned',
  LOST: 'Lost',
}
const payments: Record<Payment, string> = {
  PENDING: 'Payment pending',
  UNPAID: 'Unpaid',
  PARTIALLY_PAID: 'Partly paid',
  PAID: 'Paid',
  REFUNDED: 'Refunded',
  FAILED: 'Payment failed',
  CANCELLED: 'Payment cancelled',
  COD: 'Cash on delivery',
}
const roles: Record<Role, string> = {
  admin: 'Administrator',
  manager: 'Manager',
  operator: 'Operator',
  warehouse: 'Warehouse',
  courier: 'Courier',
  viewer: 'Viewer',
}
/** Exceptions; other codes are converted to text. */
const exceptions: Record<string, string> = {
  CUSTOMS_HOLD: 'Held by customs',
  DAMAGED: 'Damaged',
  DELIVERY_FAILED: 'Delivery failed',
}
/** Hints for statuses that staff do not change. */
const hints: Partial<Record<PackageStatus, string>> = {
  IN_WAREHOUSE: 'Next: put it into a bag.',
  ASSIGNED_TO_BAG: 'The status follows the bag.',
}
/** Labels of the buttons that change a package's status, by the new status. */
const moves: Partial<Record<PackageStatus, string>> = {
  IN_WAREHOUSE: 'Receive at the warehouse',
  ARRIVED: 'Mark as arrived',
  READY_FOR_PICKUP: 'Ready for pickup',
  DELIVERED: 'Hand over',
}

const count = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`

/** The texts of the page. */
export const words = {
  ...{ packageStatuses, payments, roles, exceptions, hints, moves },
  today: 'Today',
  yesterday: 'Yesterday',

  signIn: 'Sign in to the board',
  go: 'Sign in',
  register: 'Register a company',
  registerHint: 'You become the manager and can invite colleagues. Choose a password of at least 8 characters.',
  registerGo: 'Register',
  accept: 'Accept an invitation',
  acceptHint: 'Enter the code from the e-mail and choose a password of at least 8 characters.',
  acceptGo: 'Accept',
  reset: 'Forgotten password',
  enterCode: 'Set a new password',
  enterCodeHint: 'Enter the code from the e-mail. It is valid for 10 minutes.',
  resetHint: 'We will send you a code by e-mail, with which you can set a new password.',
  sendCode: 'Send me a code',
  setPassword: 'Set password and sign in',
  wrongCredentials: 'The e-mail address or the password is wrong.',
  sessionEnded: 'You have been signed out because your session has expired or was ended. Please sign in again.',
  signedOut: 'You have signed out.',
  signOut: 'Sign out',
  welcomeBack: 'Opening the board …',
  couriers: 'This board is for the office and the warehouse',
  couriersHint:
    'As a courier, you see your bags and flights in the app. If you also work in the office, ask your manager for another role.',

  board: 'Board',
  columns: 'Shipments by status',
  shipments: (n: number, capped: boolean) => (capped ? `${n}+ shipments` : count(n, 'shipment', 'shipments')),
  packages: (n: number) => count(n, 'package', 'packages'),
  kilograms: (n: string) => `${n}\u00a0kg`,
  bytes: (n: string) => `${n}\u00a0KB`,
  megabytes: (n: string) => `${n}\u00a0MB`,
  more: 'Show more',
  moreOf: (title: string) => `Show more: ${title}`,
  emptyColumn: 'None',
  loading: 'Loading …',
  live: 'Live',
  every: (seconds: number) => `Every ${seconds} seconds`,
  lastUpdated: (age: string) => `Last updated ${age}.`,
  tryAgain: 'Try again',
  first: 'No shipments yet',
  firstOffice:
    'Book a shipment to see it here. Everything on this page is also available to your own programs:',
  firstOthers: 'When a colleague books a shipment, it appears here.',
  reference: 'API reference',

  newShipment: 'New shipment',
  book: 'Book',
  parcel: 'Parcel',
  addPackage: 'Add a package',
  optional: (label: string) => `${label} (optional)`,
  submitting: 'Sending …',
  unknownOutcome:
    'No response was received, so we do not know whether this worked. Please send it again unchanged; it is not done twice.',
  number: 'Please enter a number such as 1234.5',
  correctFields: 'Please correct the marked fields.',
  fields: {
    email: 'E-mail address',
    password: 'Password',
    new_password: 'New password',
    code: 'Code',
    tenant_name: 'Company',
    role: 'Role',
    sender_name: 'Name',
    sender_phone: 'Phone',
    sender_address: 'Address',
    origin: 'City',
    recipient_name: 'Name',
    recipient_phone: 'Phone',
    recipient_address: 'Address',
    destination: 'City',
    weight: 'Weight in kg',
    price: 'Price',
    payment_status: 'Payment',
    category: 'Category',
    description: 'Contents',
  },

  verifyHint: (email: string) => `Before you invite people, please confirm that ${email} is your address.`,
  verify: 'Confirm',
  codeSent: (email: string) => `We have sent a code to ${email}. It is valid for 10 minutes.`,

  people: 'People',
  invite: 'Invite',
  invited: (email: string) => `We have sent an e-mail with a code to ${email}.`,
  inviteAgain: 'Invite again',
  withdraw: 'Withdraw',
  confirmDeactivation: (email: string) => `Deactivate ${email}? All their sessions will end.`,
  activate: 'Activate',
  deactivate: 'Deactivate',
  memberStatuses: { INVITED: 'Invited', ACTIVE: 'Active', DEACTIVATED: 'Deactivated', LEFT: 'Has left' },

  search: 'Search',
  searchFor: 'Tracking number or name',
  found: (n: number, more: boolean) => (n === 0 ? 'Nothing found' : `${n}${more ? ' or more' : ''} found`),
  foundFor: (typed: string) => `Results for “${typed}”`,
  nothing: 'No shipment has this tracking number, sender or recipient.',
  back: 'Back to the board',

  close: 'Close',
  from: 'From',
  to: 'To',
  route: 'Route',
  notYetKnown: 'not yet known',
  weight: 'Weight',
  price: 'Price',
  booked: 'Booked',
  contents: 'Contents',
  publicPage: 'Public tracking page',
  packagesTitle: 'Packages',
  noPackages: 'This shipment has no packages yet.',
  bag: 'Bag',
  timeline: 'Timeline',
  noEffect: 'status unchanged',
  photos: 'Photos',
  noPhotos: 'No photos yet.',
  photoOf: (time: string) => `Photo of ${time}`,
  waiting: 'Being checked',
  addPhoto: 'Add a photo',
  sending: (percent: number) => `Sending the photo: ${percent} %`,
  photoAdded: 'The photo has been added.',
  tooLarge: 'This photo is too large, and this browser cannot reduce it. Please choose one of up to 4 MB.',
  label: 'Label (PDF)',
  labelled: (name: string) => `The label was saved as ${name}.`,
  moved: (status: string) => `Now: ${status}.`,
  readAgain: 'The current version is shown now.',
  notFound: 'This shipment cannot be shown',

  offline: 'You seem to be offline. The board continues when you are online again.',
  failing: 'The service cannot be reached at the moment. The board keeps trying.',
} as const
