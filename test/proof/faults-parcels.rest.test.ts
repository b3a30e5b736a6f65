import { injectFaults, isOfParcels } from './faults.fixture.ts'

injectFaults('parcels, bags and flights', ({ path }) => isOfParcels(path))
