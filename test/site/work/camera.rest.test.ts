import { beforeAll, expect, test } from 'vitest'
import { newTenant, type Tenant } from '../../support/api/tenant.ts'
import { report, size } from '../../support/suite/proof.ts'
import {
  cpuOf,
  nothing,
  notedAtEnd,
  openCamera,
  openInFrontOf,
  writeFilm,
  type Scene,
} from './camera-film.fixture.ts'
import { label, printLabels, shownId } from './camera-labels.fixture.ts'
import { seconds } from '../../support/suite/time.ts'

let tenant: Tenant
beforeAll(async () => {
  tenant = await newTenant()
})

/** How a label is shown: well, dim, tilted, in front of another one, or all of it. */
const views: readonly ((image: number, other: number) => Pick<Scene, 'prints' | 'light'>)[] = [
  (image) => ({ prints: [label(image)], light: 1 }),
  (image) => ({ prints: [label(image, { y: 30 })], light: 0.25 }),
  (image) => ({ prints: [label(image, { angle: 25, x: -25 })], light: 1 }),
  (image, other) => ({
    prints: [label(other, { x: 143, scale: 2.5 }), label(image, { x: -55, scale: 2.5 })],
    light: 1,
  }),
  (image) => ({ prints: [label(image, { angle: -25, y: 20 })], light: 0.25 }),
  (image, other) => ({
    prints: [label(other, { x: -160, scale: 2.5 }), label(image, { x: 50, y: -20, scale: 2.5, angle: 10 })],
    light: 0.4,
  }),
]
/** The value below which a part of the values are. */
const quantile = (values: readonly number[], part: number) =>
  Math.round(values.toSorted((one, other) => one - other)[Math.floor((values.length - 1) * part)] ?? NaN)

test(
  'labels are scanned once, in order, though some are dim, tilted or next to another',
  async () => {
    const count = size(12, 60)
    const labels = await printLabels(tenant, count)
    const scenes = labels.map((_, n) => ({
      ...views[n % views.length]!(n, (n + 7) % count),
      marker: n + 1,
      // Longer next to other tests, which need the processors too.
      seconds: size(2, 1),
    }))
    const film = await writeFilm(
      labels.map(({ image }) => image),
      [nothing(2.5), ...scenes],
    )
    await using opened = await openInFrontOf(film, tenant.email)
    const { page, browser, faults } = opened
    await openCamera(page)
    const [cpu, startedAt] = [await cpuOf(browser), performance.now()]
    const { shown, scans } = await notedAtEnd(page, 30 + 2 * count)
    const usage = Math.round((100_000 * ((await cpuOf(browser)) - cpu)) / (performance.now() - startedAt))
    expect(scans.map(({ text }) => text)).toEqual(labels.map(shownId))
    const delays = scans.map(({ at }, n) => at - shown[n + 1]!).slice(1)
    const [median, p90] = [quantile(delays, 0.5), quantile(delays, 0.9)]
    expect(median).toBeLessThan(seconds(0.4))
    expect(faults).toEqual([])
    report(
      'Camera',
      'Labels in front of the camera are scanned once, in order, and none is misread',
      `${count} of ${count} printed labels, some dim, tilted by 25° or next to another; median ${median} ms, 90 % within ${p90} ms; the browser used ${usage} % of a CPU`,
    )
  },
  seconds(240),
)
