import { injectFaults, isOfParcels } from './faults.fixture.ts'

injectFaults('accounts, records and integrations', ({ path }) => !isOfParcels(path))
