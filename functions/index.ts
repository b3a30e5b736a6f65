import * as apikeys from './http/integrations/apikeys.ts'
import * as auth from './http/auth.ts'
import * as bags from './http/bags.ts'
import * as cases from './http/cases.ts'
import * as canary from './jobs/canary.ts'
import * as contacts from './http/integrations/contacts.ts'
import * as couriers from './http/couriers.ts'
import * as events from './http/events.ts'
import * as feedwriter from './jobs/feedwriter.ts'
import * as flightsync from './jobs/flightsync.ts'
import * as flightwatch from './jobs/flightwatch.ts'
import * as flights from './http/flights.ts'
import * as handovers from './http/warehouse/handovers.ts'
import * as health from './http/public/health.ts'
import * as labels from './http/labels.ts'
import * as livesender from './jobs/livesender.ts'
import * as mailer from './jobs/mailer.ts'
import * as notices from './http/public/notices.ts'
import * as oauth from './http/oauth.ts'
import * as packages from './http/packages.ts'
import * as passkeys from './http/passkeys.ts'
import * as passportsweep from './jobs/passportsweep.ts'
import * as photointake from './jobs/photointake.ts'
import * as photos from './http/photos.ts'
import * as photosweep from './jobs/photosweep.ts'
import * as proof from './http/warehouse/proof.ts'
import * as publisher from './jobs/publisher.ts'
import * as reference from './http/public/reference.ts'
import * as rotation from './jobs/rotation.ts'
import * as scheduler from './jobs/scheduler.ts'
import * as scanning from './http/warehouse/scanning.ts'
import * as scans from './http/warehouse/scans.ts'
import * as shipmentcounter from './jobs/shipmentcounter.ts'
import * as shipments from './http/shipments.ts'
import * as sockets from './jobs/sockets.ts'
import * as tracking from './http/public/tracking.ts'
import * as transfers from './http/integrations/transfers.ts'
import * as transferworker from './jobs/transferworker.ts'
import * as unloading from './http/warehouse/unloading.ts'
import * as users from './http/users.ts'
import * as warehouses from './http/warehouses.ts'
import * as webhooks from './http/webhooks.ts'
import * as webhooksender from './jobs/webhooksender.ts'

/** The routes of the service, by Lambda function. */
export const groups = {
  apikeys,
  auth,
  bags,
  cases,
  contacts,
  couriers,
  events,
  flights,
  handovers,
  health,
  labels,
  notices,
  oauth,
  packages,
  passkeys,
  photos,
  proof,
  reference,
  scanning,
  scans,
  shipments,
  tracking,
  transfers,
  unloading,
  users,
  warehouses,
  webhooks,
}

export const routes = Object.values(groups).flatMap((group) => group.routes)

/** Functions without routes. */
export const jobs = {
  canary,
  feedwriter,
  flightsync,
  flightwatch,
  livesender,
  mailer,
  passportsweep,
  photointake,
  photosweep,
  publisher,
  rotation,
  scheduler,
  shipmentcounter,
  sockets,
  transferworker,
  webhooksender,
}
