import { desktop } from '../../support/site/browser.ts'
import { describeJourney } from './console-journey.fixture.ts'

describeJourney('a desktop', desktop)
