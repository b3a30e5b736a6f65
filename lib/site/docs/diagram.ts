import { instance } from '@viz-js/viz'
import { Html, html } from './html.ts'

const graphviz = await instance()

/**
 * A state diagram as SVG, from the subset of Mermaid that bin/generate/diagram.ts writes: transitions, and the box
 * `underway` of states. Colours come from the page's styles. Throws an Error for a line that it cannot draw.
 */
export function stateDiagram(mermaid: string): Html {
  const lines = mermaid
    .split('\n')
    .slice(1)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('direction '))
  const svg = graphviz.renderString(inDot(lines), { format: 'svg' })
  const [, viewBox = ''] = /viewBox="([^"]*)"/.exec(svg) ?? []
  const [, shapes = ''] = /<svg[^>]*>([^]*)<\/svg>/.exec(svg) ?? []
  const width = Math.round(Number(viewBox.split(' ')[2]))
  const transitions = lines.filter((line) => line.includes(arrow)).join('; ')
  return html`<div class="diagram" tabindex="0" role="region" aria-label="State diagram">
    <svg role="img" aria-label="${transitions.replaceAll(arrow, ' to ')}" viewBox="${viewBox}" width="${width}">
      ${new Html(shapes.replace(/<!--[^]*?-->|<title>[^]*?<\/title>/g, ''))}
    </svg>
  </div>`
}

const arrow = ' --> '
const box = 'underway'

/** A label at a distance from its edge. */
const apart = (event: string) => (event === '' ? '' : ` ${event} `)

/** The lines as a graph in DOT. Graphviz connects states, and clips an edge from one in the box where it leaves that. */
function inDot(lines: readonly string[]): string {
  const [, lastInBox = ''] = /(\w+)(?::.*)?$/.exec(lines[lines.indexOf('}') - 1] ?? '') ?? []
  const drawn = lines.map((line) => {
    if (line === `state ${box} {`) return `subgraph cluster_box { label="${box}"; style=rounded; fontsize=11`
    if (line === '}') return line
    const [, from = '', to = '', event = ''] = /^(\S+) --> (\w+)(?:: (\w+))?$/.exec(line) ?? []
    if (to === '') throw new Error(`The diagram has a line that cannot be drawn: ${line}`)
    // The box begins at its first state, to which it has a transition of its own.
    if (to === box) return ''
    if (from === '[*]') return `start -> ${to}`
    return from === box
      ? `${lastInBox} -> ${to} [label="${apart(event)}", ltail=cluster_box]`
      : `${from} -> ${to} [label="${apart(event)}"]`
  })
  return `digraph {
    compound=true; bgcolor=none; nodesep=0.6; ranksep=0.35; fontname="Helvetica,sans-serif"
    node [shape=box, style=rounded, fontname="Helvetica,sans-serif", fontsize=12, height=0.4, margin="0.14,0.04"]
    edge [fontname="Helvetica,sans-serif", fontsize=10, arrowsize=0.7]
    start [shape=point, width=0.1]
    ${drawn.join('\n')}
  }`
}
