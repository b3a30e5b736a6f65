import { before, type Machine } from '../../shared/domain/kernel/state-machine.ts'

/**
 * Renders a state machine as a Mermaid state diagram. `underway` are the states of the main path: a transition from all
 * of them is drawn once, and one from several consecutive states is drawn from the last, since states may be skipped.
 * Corrections are omitted, since they lead to almost every state.
 */
export function diagram<S extends string>({ states, moves }: Machine<S>, underway: readonly S[]): string {
  const ordinary = moves.filter(({ on }) => on !== 'STATUS_CORRECTED')
  const edges = ordinary.flatMap(({ on, from, to }) => {
    const label = on === to ? '' : `: ${on}`
    if (underway.every((state) => from.includes(state))) return [`underway --> ${to}${label}`]
    // Only states of the main path may be skipped; the others are reached from each state.
    const skippable = underway.includes(to) ? before(underway, to) : []
    const last = from.findLast((state) => skippable.includes(state))
    const sources = from.filter((state) => state === last || !skippable.includes(state))
    return sources.map((source) => `${source} --> ${to}${label}`)
  })
  const within = (edge: string) =>
    edge.split(/ --> |: /, 2).every((state) => underway.some((one) => one === state))
  return [
    '```mermaid',
    'stateDiagram-v2',
    '  direction LR',
    '  [*] --> underway',
    '  state underway {',
    '    direction LR',
    `    [*] --> ${states[0]}`,
    ...edges.filter(within).map((edge) => `    ${edge}`),
    '  }',
    ...edges.filter((edge) => !within(edge)).map((edge) => `  ${edge}`),
    '```',
  ].join('\n')
}
