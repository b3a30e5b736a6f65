import {
  Briefcase,
  Contact,
  Gauge,
  Import,
  KeyRound,
  MonitorSmartphone,
  Package,
  PackageOpen,
  Plane,
  ScanLine,
  ScrollText,
  Settings,
  TriangleAlert,
  UserRoundCheck,
  Users,
  Warehouse,
  Webhook,
  type LucideIcon,
} from 'lucide-preact'
import type { ComponentType } from 'preact'
import { managerRoles, staffRoles, type Role } from '../../shared/domain/kernel/roles.ts'
import type { groupTitles, titles } from './messages/screens.ts'

/** A screen of the console. The navigation, the palette and the routes follow from these rows. */
export interface Screen {
  /** Its key in the titles, and the name of its folder in `screens/`. */
  name: keyof typeof titles
  /** Below /console; `:id?` is the record that is open. */
  path: string
  icon: LucideIcon
  /** Where it stands in the navigation. */
  group: keyof typeof groupTitles
  /** Who may see it. */
  roles: readonly Role[]
  /** Loads the screen when it is opened. */
  load: () => Promise<{ default: ComponentType }>
}

export const screens: readonly Screen[] = [
  {
    name: 'today',
    path: '/console',
    icon: Gauge,
    group: 'work',
    roles: staffRoles,
    load: () => import('./screens/today/today.tsx'),
  },
  {
    name: 'shipments',
    path: '/console/shipments/:id?',
    icon: Package,
    group: 'work',
    roles: staffRoles,
    load: () => import('./screens/shipments/shipments.tsx'),
  },
  {
    name: 'bags',
    path: '/console/bags/:id?',
    icon: Briefcase,
    group: 'work',
    roles: staffRoles,
    load: () => import('./screens/bags/bags.tsx'),
  },
  {
    name: 'flights',
    path: '/console/flights/:id?',
    icon: Plane,
    group: 'work',
    roles: staffRoles,
    load: () => import('./screens/flights/flights.tsx'),
  },
  {
    name: 'unloading',
    path: '/console/unloading/:id?',
    icon: PackageOpen,
    group: 'work',
    roles: staffRoles,
    load: () => import('./screens/unloading/unloading.tsx'),
  },
  {
    name: 'scans',
    path: '/console/scans',
    icon: ScanLine,
    group: 'work',
    roles: staffRoles,
    load: () => import('./screens/scans/scans.tsx'),
  },
  {
    name: 'cases',
    path: '/console/cases/:id?',
    icon: TriangleAlert,
    group: 'work',
    roles: staffRoles,
    load: () => import('./screens/cases/cases.tsx'),
  },
  {
    name: 'couriers',
    path: '/console/couriers/:id?',
    icon: UserRoundCheck,
    group: 'records',
    roles: staffRoles,
    load: () => import('./screens/couriers/couriers.tsx'),
  },
  {
    name: 'warehouses',
    path: '/console/warehouses/:id?',
    icon: Warehouse,
    group: 'records',
    roles: staffRoles,
    load: () => import('./screens/warehouses/warehouses.tsx'),
  },
  {
    name: 'contacts',
    path: '/console/contacts/:id?',
    icon: Contact,
    group: 'records',
    roles: staffRoles,
    load: () => import('./screens/contacts/contacts.tsx'),
  },
  {
    name: 'transfers',
    path: '/console/transfers/:id?',
    icon: Import,
    group: 'records',
    roles: staffRoles,
    load: () => import('./screens/transfers/transfers.tsx'),
  },
  {
    name: 'people',
    path: '/console/people/:id?',
    icon: Users,
    group: 'company',
    roles: managerRoles,
    load: () => import('./screens/people/people.tsx'),
  },
  {
    name: 'keys',
    path: '/console/keys/:id?',
    icon: KeyRound,
    group: 'company',
    roles: managerRoles,
    load: () => import('./screens/keys/keys.tsx'),
  },
  {
    name: 'webhooks',
    path: '/console/webhooks/:id?',
    icon: Webhook,
    group: 'company',
    roles: managerRoles,
    load: () => import('./screens/webhooks/webhooks.tsx'),
  },
  {
    name: 'audit',
    path: '/console/audit/:id?',
    icon: ScrollText,
    group: 'company',
    roles: managerRoles,
    load: () => import('./screens/audit/audit.tsx'),
  },
  {
    name: 'settings',
    path: '/console/settings',
    icon: Settings,
    group: 'company',
    roles: managerRoles,
    load: () => import('./screens/settings/settings.tsx'),
  },
  {
    name: 'sessions',
    path: '/console/sessions',
    icon: MonitorSmartphone,
    group: 'company',
    roles: staffRoles,
    load: () => import('./screens/sessions/sessions.tsx'),
  },
]

/** The address of a screen without an open record. */
export const addressOf = ({ path }: Pick<Screen, 'path'>) => path.split('/:')[0] ?? path

/** The screen of an address: of those that it begins with, the one with the longest path. */
export const screenAt = (address: string) =>
  screens
    .filter((screen) => `${address}/`.startsWith(`${addressOf(screen)}/`))
    .sort((a, b) => b.path.length - a.path.length)[0]
