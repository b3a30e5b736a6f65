import { smallPhone } from '../../support/site/console.ts'
import { describeJourney } from './console-journey.fixture.ts'

describeJourney('a phone', smallPhone)
