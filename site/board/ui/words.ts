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
/** Exceptions that need handling; an unknown code is shown as it is. */
const exceptions: Record<string, string> = {
  CUSTOMS_HOLD: 'Held by customs',
  DAMAGED: 'Damaged',
  DELIVERY_FAILED: 'Delivery failed',
}
/** Actions on a package whose status is not changed by hand. */
const hints: Partial<Record<PackageStatus, string>> = {
  IN_WAREHOUSE: 'Next: put it into a bag.',
  ASSIGNED_TO_BAG: 'It goes on with its bag.',
}
/** The buttons that move a package on, by the status it gets. */
const moves: Partial<Record<PackageStatus, string>> = {
  IN_WAREHOUSE: 'Take into the warehouse',
  ARRIVED: 'Mark as arrived',
  READY_FOR_PICKUP: 'Ready for pickup',
  DELIVERED: 'Hand over',
}

const count = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`

/** All that the page says. */
export const words = {
  ...{ packageStatuses, payments, roles, exceptions, hints, moves },
  today: 'Today',
  yesterday: 'Yesterday',

  signIn: 'Sign in to the board',
  go: 'Sign in',
  register: 'Register a company',
  registerHint:
    'You become its manager, and invite the others. Choose a password of at least 8 characters, which only you know.',
  registerGo: 'Register',
  accept: 'Accept an invitation',
  acceptHint: 'The code came by e-mail. Choose a password of at least 8 characters, which only you know.',
  acceptGo: 'Accept',
  reset: 'Forgotten password',
  enterCode: 'Set a new password',
  enterCodeHint: 'The code came by e-mail, and works for 10 minutes.',
  resetHint: 'A code comes by e-mail, with which you choose it.',
  sendCode: 'Send me a code',
  setPassword: 'Set it and sign in',
  wrong: 'This e-mail address and this password do not belong together. Please look at both again.',
  ended:
    'You have been signed out, because some time has passed or your session was ended. Please sign in again.',
  left: 'You are signed out.',
  signOut: 'Sign out',
  welcomeBack: 'Opening the board …',
  couriers: 'This board is for the office and the warehouse',
  couriersHint:
    'Couriers see their own bags and flights in the app. If you work in the office too, ask your manager for another role.',

  board: 'Board',
  columns: 'Shipments by status',
  shipments: (n: number, capped: boolean) => (capped ? `${n}+ shipments` : count(n, 'shipment', 'shipments')),
  packages: (n: number) => count(n, 'package', 'packages'),
  kilograms: (n: string) => `${n}\u00a0kg`,
  bytes: (n: string) => `${n}\u00a0KB`,
  megabytes: (n: string) => `${n}\u00a0MB`,
  more: 'Show more',
  moreOf: (title: string) => `Show more: ${title}`,
  none: 'None',
  reading: 'Reading …',
  live: 'Live',
  every: (seconds: number) => `Every ${seconds} seconds`,
  checked: (age: string) => `Last read ${age}.`,
  again: 'Look again now',
  first: 'No shipments yet',
  firstOffice:
    'Book the first one, and it stands here a moment later. Whatever this page does, your own programs can do too:',
  firstOthers: 'As soon as a colleague books one, it appears here.',
  reference: 'All that the API can do',

  newShipment: 'New shipment',
  book: 'Book',
  parcel: 'What is sent',
  addPackage: 'Add a package',
  optional: (label: string) => `${label} (optional)`,
  sends: 'Sending …',
  unanswered: 'No answer came, so it may be done or not. Please send it once more as it is: it is done once.',
  number: 'Please write it like 1234.5',
  lookAgain: 'Something is not right yet. Please look at the fields that are marked.',
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

  people: 'People',
  invite: 'Invite',
  invited: (email: string) => `A letter with a code is on its way to ${email}.`,
  inviteAgain: 'Invite again',
  withdraw: 'Withdraw',
  sure: (email: string) => `Shut ${email} out? All their sessions end.`,
  activate: 'Let in again',
  deactivate: 'Shut out',
  memberStatuses: { INVITED: 'Invited', ACTIVE: 'Active', DEACTIVATED: 'Shut out' },

  search: 'Search',
  searchFor: 'Tracking number or name',
  found: (n: number, more: boolean) => (n === 0 ? 'Nothing found' : `${n}${more ? ' or more' : ''} found`),
  foundFor: (typed: string) => `Found for “${typed}”`,
  nothing: 'No shipment has this tracking number, and no sender or recipient is called so.',
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
  publicPage: 'What the recipient sees',
  packagesTitle: 'Packages',
  noPackages: 'Nothing has been packed into this shipment yet.',
  bag: 'Bag',
  timeline: 'What has happened',
  noEffect: 'status unchanged',
  photos: 'Photos',
  noPhotos: 'No photos yet.',
  photoOf: (time: string) => `Photo of ${time}`,
  waiting: 'Being looked at',
  addPhoto: 'Add a photo',
  sending: (percent: number) => `Sending the photo: ${percent} %`,
  photoAdded: 'The photo is there.',
  tooLarge: 'This photo is too large, and this browser cannot make it smaller. Please take one of up to 4 MB.',
  label: 'Label (PDF)',
  labelled: (name: string) => `The label was saved as ${name}.`,
  moved: (status: string) => `Now: ${status}.`,
  readAgain: 'It was read again; this is how it stands now.',
  gone: 'This shipment cannot be shown',

  offline: 'You seem to be offline. The board goes on as soon as you are back.',
  failing: 'The service cannot be reached just now. The board goes on trying.',
} as const
