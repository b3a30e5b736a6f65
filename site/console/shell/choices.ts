import { Contact, Package, Plus, type LucideIcon } from 'lucide-preact'
import { bookingRoles, handlingRoles } from '../../../shared/domain/kernel/roles.ts'
import { hasRole } from '../../staff/api/session.ts'
import { addressOf, screens } from '../screens.ts'
import { titles } from '../words/screens.ts'
import { words } from '../words/shell.ts'
import type { Found } from './find.ts'

/** A place that the palette goes to. */
export interface Choice {
  icon: LucideIcon
  address: string
  text: string
  detail?: string
}
export interface ChoiceGroup {
  title: string
  choices: readonly Choice[]
}

const actions = () => [
  { text: words.bookShipment, address: '/console/shipments/new', roles: bookingRoles },
  { text: words.openBag, address: '/console/bags/new', roles: handlingRoles },
  { text: words.addContact, address: '/console/contacts/new', roles: bookingRoles },
]
const icons = { shipments: Package, contacts: Contact }
const has = (text: string, part: string) => text.toLowerCase().includes(part.toLowerCase())

/** What a text leads to: the records that were found with it, then the actions and screens that are named so. */
export function choicesFor(text: string, found: readonly Found[]): readonly ChoiceGroup[] {
  const ofKind = (kind: Found['kind']): ChoiceGroup => ({
    title: titles[kind],
    choices: found.filter((one) => one.kind === kind).map((one) => ({ icon: icons[kind], ...one })),
  })
  const groups: readonly ChoiceGroup[] = [
    ofKind('shipments'),
    ofKind('contacts'),
    {
      title: words.actions,
      choices: actions()
        .filter((action) => hasRole(action.roles) && has(action.text, text))
        .map(({ text, address }) => ({ icon: Plus, text, address })),
    },
    {
      title: words.navigation,
      choices: screens
        .map((screen) => ({ ...screen, text: words.goToScreen(titles[screen.name]) }))
        .filter((screen) => hasRole(screen.roles) && has(screen.text, text))
        .map(({ icon, text, path }) => ({ icon, text, address: addressOf({ path }) })),
    },
  ]
  return groups.filter(({ choices }) => choices.length > 0)
}
