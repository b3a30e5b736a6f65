import { useEffect, useRef } from 'preact/hooks'
import uPlot from 'uplot'
import { formatDay, formatNumber, formatShortDay } from '../../../staff/messages/format.ts'
import { language } from '../../../staff/messages/language.ts'

/** A part of each bar: its title, the token of its colour, and a number for each day. */
export interface Series {
  title: string
  colour: string
  values: readonly number[]
  /** A day's cell in the table, by default the number. */
  texts?: readonly string[]
}
/** The axis of the numbers: its least upper end, the distances of its lines, and how a number is written. */
interface Scale {
  top: number
  steps: readonly number[]
  format: (n: number) => string
}
const counts: Scale = {
  top: 5,
  steps: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000],
  format: formatNumber,
}
const height = 220
/** Pixels of a label of a day, with the gap to the next. */
const labelWidth = 72
/** uPlot's name of it exists in its types alone. */
const right = 1 as unknown as uPlot.Axis.Side

/** Bars a day, stacked. A table has the same numbers for those who do not see them. */
export function Chart({
  days,
  series,
  scale = counts,
}: {
  days: readonly number[]
  series: readonly Series[]
  scale?: Scale
}) {
  const place = useRef<HTMLDivElement>(null)
  const key = JSON.stringify([days, series, language.value])
  useEffect(() => {
    const target = place.current
    if (!target) return
    const tokens = getComputedStyle(document.documentElement)
    const colour = (name: string) => tokens.getPropertyValue(name).trim()
    const sums = series.map(({ values }, n) =>
      values.map(
        (value, day) => value + series.slice(0, n).reduce((sum, one) => sum + (one.values[day] ?? 0), 0),
      ),
    )
    const axis = {
      stroke: colour('--soft'),
      font: `12px ${getComputedStyle(target).fontFamily}`,
      grid: { stroke: colour('--line'), width: 1 },
      ticks: { show: false },
    }
    const bars = uPlot.paths.bars?.({ size: [0.7, 48] })
    const isMirrored = document.dir === 'rtl'
    const plot = new uPlot(
      {
        width: target.clientWidth,
        height,
        legend: { show: false },
        cursor: { show: false },
        scales: {
          // Right to left, as the page is.
          x: { time: false, dir: isMirrored ? -1 : 1, range: [-0.6, days.length - 0.4] },
          y: { range: (_, _min, max) => [0, Math.max(scale.top, max)] },
        },
        axes: [
          {
            ...axis,
            grid: { show: false },
            size: 34,
            gap: 10,
            // From today backwards, so that today has its label.
            splits: ({ width }) => {
              const step = Math.ceil(labelWidth / (width / days.length))
              return days.map((_, n) => n).filter((n) => (days.length - 1 - n) % step === 0)
            },
            values: (_, at) =>
              at.map((n) => {
                const day = days[n] === undefined ? '' : formatShortDay(days[n])
                // The canvas draws from left to right (Unicode RLI and PDI).
                return isMirrored ? `\u2067${day}\u2069` : day
              }),
          },
          {
            ...axis,
            ...(isMirrored && { side: right }),
            size: 44,
            incrs: [...scale.steps],
            values: (_, at) => at.map(scale.format),
          },
        ],
        // The highest sums are drawn first, and the others over them.
        series: [
          {},
          ...series.toReversed().map(({ colour: token }) => ({
            fill: colour(token),
            width: 0,
            ...(bars && { paths: bars }),
            points: { show: false },
          })),
        ],
      },
      [days.map((_, n) => n), ...sums.toReversed()],
      target,
    )
    const resize = new ResizeObserver(() => plot.setSize({ width: target.clientWidth, height }))
    resize.observe(target)
    return () => {
      resize.disconnect()
      plot.destroy()
    }
  }, [key])
  return (
    <>
      {series.length > 1 && (
        <ul class="row legend" aria-hidden="true">
          {series.map(({ title, colour }) => (
            <li key={title} class="hint" data-colour={colour.slice(2)}>
              {title}
            </li>
          ))}
        </ul>
      )}
      <div ref={place} class="chart" dir="ltr" aria-hidden="true" />
      <table class="visually-hidden">
        <thead>
          <tr>
            <td />
            {series.map(({ title }) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((day, n) => (
            <tr key={day}>
              <th scope="row">{formatDay(new Date(day))}</th>
              {series.map(({ title, values, texts }) => (
                <td key={title}>{texts?.[n] ?? formatNumber(values[n] ?? 0)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
