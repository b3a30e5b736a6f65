import * as auth from './auth.ts'
import * as bags from './bags.ts'
import * as couriers from './couriers.ts'
import * as events from './events.ts'
import * as flightwatch from './flightwatch.ts'
import * as flights from './flights.ts'
import * as health from './health.ts'
import * as labels from './labels.ts'
import * as livesender from './livesender.ts'
import * as mailer from './mailer.ts'
import * as oauth from './oauth.ts'
import * as packages from './packages.ts'
import * as photointake from './photointake.ts'
import * as photos from './photos.ts'
import * as photosweep from './photosweep.ts'
import * as publisher from './publisher.ts'
import * as reference from './reference.ts'
import * as rotation from './rotation.ts'
import * as scanning from './scanning.ts'
import * as scans from './scans.ts'
import * as shipments from './shipments.ts'
import * as sockets from './sockets.ts'
import * as tracking from './tracking.ts'
import * as users from './users.ts'
import * as warehouses from './warehouses.ts'
import * as webhooks from './webhooks.ts'
import * as webhooksender from './webhooksender.ts'

/** Every endpoint of the service, by the Lambda function that serves it. */
export const groups = {
  auth,
  bags,
  couriers,
  events,
  flights,
  health,
  labels,
  oauth,
  packages,
  photos,
  reference,
  scanning,
  scans,
  shipments,
  tracking,
  users,
  warehouses,
  webhooks,
}

export const routes = Object.values(groups).flatMap((group) => group.routes)

/** Functions that no request reaches. */
export const jobs = {
  flightwatch,
  livesender,
  mailer,
  photointake,
  photosweep,
  publisher,
  rotation,
  sockets,
  webhooksender,
}
