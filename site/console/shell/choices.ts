import { Contact, Package, Plus, type LucideIcon } from 'lucide-preact'
import { bookingRoles, handlingRoles } from '../../../shared/domain/kernel/roles.ts'
import { hasRole } from '../../staff/api/session.ts'
import { addressOf, screens } from '../screens.ts'
import { titles } from '../messages/screens.ts'
import { messages } from '../messages/shell.ts'
import type { Found } from './find.ts'

/** A place that the palette goes to. */
export interface Choice {
  icon: LucideIcon
  address: string
  text: string
  /** What follows the text after an arrow. */
  to?: string
  detail?: string
}
export interface ChoiceGroup {
  title: string
  choices: readonly Choice[]
}

const actions = () => [
  { text: messages.bookShipment, address: '/console/shipments/new', roles: bookingRoles },
  { text: messages.openBag, address: '/console/bags/new', roles: handlingRoles },
  { text: messages.addContact, address: '/console/contacts/new', roles: bookingRoles },
]
const icons = { shipments: Package, contacts: Contact }
const has = (text: string, part: string) => text.toLowerCase().includes(part.toLowerCase())

/** The results for a text: records, then actions and screens with that name. */
export function choicesFor(text: string, found: readonly Found[]): readonly ChoiceGroup[] {
  const ofKind = (kind: Found['kind']): ChoiceGroup => ({
    title: titles[kind],
    choices: found.filter((one) => one.kind === kind).map((one) => ({ icon: icons[kind], ...one })),
  })
  const groups: readonly ChoiceGroup[] = [
    ofKind('shipments'),
    ofKind('contacts'),
    {
      title: messages.actions,
      choices: actions()
        .filter((action) => hasRole(action.roles) && has(action.text, text))
        .map(({ text, address }) => ({ icon: Plus, text, address })),
    },
    {
      title: messages.navigation,
      choices: screens
        .map((screen) => ({ ...screen, text: messages.goToScreen(titles[screen.name]) }))
        .filter((screen) => hasRole(screen.roles) && has(screen.text, text))
        .map(({ icon, text, path }) => ({ icon, text, address: addressOf({ path }) })),
    },
  ]
  return groups.filter(({ choices }) => choices.length > 0)
}
