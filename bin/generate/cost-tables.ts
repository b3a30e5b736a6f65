import { costsOf, prices } from './costs.ts'
import { eventsOfParcel, parcelRequests, requestsOfParcel, scansOfParcel, unitsOfParcel } from './parcel.ts'

const volumes = [1e4, 1e6, 1e8]
const formatNumber = (n: number) =>
  n >= 10 ? Math.round(n).toLocaleString('en') : n.toLocaleString('en', { maximumSignificantDigits: 2 })
const dollars = (n: number) => (n === 0 ? '0' : n < 0.01 ? '< 0.01' : n < 100 ? n.toFixed(2) : formatNumber(n))

const unitsText = ({ reads, writes }: ReturnType<typeof unitsOfParcel>) =>
  `${formatNumber(reads)} read and ${formatNumber(writes)} write units, delivery of the events and statistics included`

/** The tables of docs/operations/cost.md: header and rows. */
export const costTables = {
  parcel: (): [string[], string[][]] => [
    ['Request', 'Times', 'Events', 'Why'],
    [
      ...parcelRequests.map(({ request, times, events = 0, why = '' }) => {
        const [route = '', ...note] = request.split(', ')
        return [[`\`${route}\``, ...note].join(', '), formatNumber(times), formatNumber(times * events), why]
      }),
      ['all', formatNumber(requestsOfParcel), formatNumber(eventsOfParcel), unitsText(unitsOfParcel())],
    ],
  ],
  costs: (): [string[], string[][]] => {
    const each = volumes.map((scans) => costsOf(scans))
    return [
      ['What', 'Price', ...volumes.map((scans) => `${formatNumber(scans)} scans`)],
      [
        ...Object.entries(prices).map(([what, [price, per]], i) => [
          what,
          per === 1 ? `$${price}` : `$${price} for ${formatNumber(per)}`,
          ...each.map(
            ({ rows }) => `${formatNumber(rows[i]?.quantity ?? 0)}: $${dollars(rows[i]?.dollars ?? 0)}`,
          ),
        ]),
        ['**a month**', '', ...each.map(({ total }) => `**$${dollars(total)}**`)],
        [
          'a parcel',
          '',
          ...each.map(({ total }, i) => `$${((total * scansOfParcel) / (volumes[i] ?? 1)).toFixed(4)}`),
        ],
        ['a month after three years', '', ...volumes.map((scans) => `$${dollars(costsOf(scans, 3).total)}`)],
      ],
    ]
  },
}
