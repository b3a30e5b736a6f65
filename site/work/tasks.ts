import {
  BadgeCheck,
  HandHelping,
  ListChecks,
  PackageCheck,
  PackageOpen,
  PackagePlus,
  Plane,
  ScanSearch,
  TriangleAlert,
  Briefcase,
  type LucideIcon,
} from 'lucide-preact'
import type { ComponentType } from 'preact'
import { handlingRoles, type Role } from '../../shared/domain/kernel/roles.ts'
import Consolidate from './tasks/consolidate.tsx'
import Damage from './tasks/damage.tsx'
import HandOver from './tasks/hand-over/hand-over.tsx'
import Pack from './tasks/pack.tsx'
import Receive from './tasks/receive.tsx'
import ScanIn from './tasks/scan-in.tsx'
import Unload from './tasks/unload/unload.tsx'
import WhatIsThis from './tasks/what-is-this.tsx'
import Bags from './travel/bags.tsx'
import Flights from './travel/flights.tsx'
import type { tasks as names } from './messages/work.ts'

/** A task of a worker. The first screen and the routes follow from these rows. */
export interface Task {
  name: keyof typeof names
  /** Below /work. */
  path: string
  icon: LucideIcon
  roles: readonly Role[]
  /** All are loaded with the page, so that an update of the page does not take one away. */
  screen: ComponentType
}
const couriers: readonly Role[] = ['courier']
const all: readonly Role[] = [...handlingRoles, ...couriers]

export const tasks: readonly Task[] = [
  { name: 'receive', path: '/work/receive', icon: PackagePlus, roles: handlingRoles, screen: Receive },
  { name: 'scanIn', path: '/work/scan-in', icon: BadgeCheck, roles: handlingRoles, screen: ScanIn },
  { name: 'pack', path: '/work/pack', icon: Briefcase, roles: handlingRoles, screen: Pack },
  { name: 'unload', path: '/work/unload', icon: PackageOpen, roles: handlingRoles, screen: Unload },
  {
    name: 'consolidate',
    path: '/work/consolidate',
    icon: ListChecks,
    roles: handlingRoles,
    screen: Consolidate,
  },
  { name: 'handOver', path: '/work/hand-over', icon: HandHelping, roles: handlingRoles, screen: HandOver },
  { name: 'damage', path: '/work/damage', icon: TriangleAlert, roles: handlingRoles, screen: Damage },
  { name: 'flights', path: '/work/flights', icon: Plane, roles: couriers, screen: Flights },
  { name: 'bags', path: '/work/bags/:id?', icon: PackageCheck, roles: couriers, screen: Bags },
  { name: 'label', path: '/work/label', icon: ScanSearch, roles: all, screen: WhatIsThis },
]
/** The address of a task without an open record. */
export const addressOf = ({ path }: Pick<Task, 'path'>) => path.split('/:')[0] ?? path
