import { openCase, reportDamage } from './cases.ts'
import { move } from './packages.ts'
import { type Bag, type Find, holdingBag, type Package, type Unloading, visibleStatus } from './records.ts'

// Unloadings of the model of a journey (records.ts).

/** Opens the unloading of a bag, or returns the one that is open in this warehouse. */
export function openUnloading(
  all: readonly { of: Unloading }[],
  bag: Bag,
  warehouse: number,
  sealBroken: boolean,
) {
  const same = all.find(({ of }) => of.open && of.bag === bag && of.warehouse === warehouse)?.of
  const expected = [...bag.counted].filter((p) => holdingBag(p) === bag)
  const of = same ?? {
    bag,
    warehouse,
    open: true,
    sealBroken: false,
    expected,
    finds: new Map<Package, Find>(),
  }
  if (!same && bag.status === 'IN_TRANSIT') bag.arrived = true
  if (sealBroken && !of.sealBroken) {
    of.sealBroken = true
    const left = of.expected.filter(isStored)
    if (left.length > 0) openCase('DAMAGE', left)
  }
  return of
}
const isStored = (p: Package) => p.shipment.packages.includes(p)

/** Finds a package in an unloading. Returns what the service answers. */
export function find(of: Unloading, p: Package, damaged: boolean) {
  const earlier = of.finds.get(p)
  const outcome = earlier?.outcome ?? outcomeOf(of, p)
  const status = visibleStatus(p)
  if (outcome !== 'MISROUTED') move(p, 'ARRIVED', false)
  if (damaged && !earlier?.damaged) reportDamage(p)
  const now = { outcome, damaged: damaged || earlier?.damaged === true }
  of.finds.set(p, now)
  return {
    outcome,
    condition: now.damaged ? 'DAMAGED' : 'OK',
    counted: !earlier,
    status: visibleStatus(p),
    status_applied: visibleStatus(p) !== status,
  }
}

function outcomeOf({ bag, expected }: Unloading, p: Package) {
  if (expected.includes(p)) return 'FOUND'
  return visibleStatus(p) === 'IN_TRANSIT' && p.bag !== bag ? 'MISROUTED' : 'EXCESS'
}

/** Ends an unloading: each missing package gets a case, unless it has one. */
export function close(of: Unloading) {
  if (!of.open) return 409
  of.open = false
  for (const p of lists(of).missing)
    if (!p.cases.some(({ code }) => code === 'MISSING')) openCase('MISSING', [p])
  return 200
}

/** What an unloading shows: a package that has left the bag elsewhere is not missing. */
export function lists({ bag, expected, finds }: Unloading) {
  const missing = expected.filter((p) => !finds.has(p) && holdingBag(p) === bag)
  const which = (fits: (one: Find) => boolean) => [...finds].flatMap(([p, one]) => (fits(one) ? [p] : []))
  return {
    expected,
    found: expected.filter((p) => !missing.includes(p)),
    missing,
    excess: which(({ outcome }) => outcome === 'EXCESS'),
    misrouted: which(({ outcome }) => outcome === 'MISROUTED'),
    damaged: which(({ damaged }) => damaged),
  }
}
