/**
 * The colours of letters, in light and dark: tokens of the design system (site/design/tokens.css) as values, since mail
 * clients know no custom properties.
 */
export const palette = {
  ground: ['#f7f9f8', '#0f1514'],
  card: ['#fff', '#182120'],
  sunken: ['#eff3f2', '#131b1a'],
  ink: ['#15201e', '#e8eeec'],
  soft: ['#52605d', '#a3b2ae'],
  line: ['#e1e7e5', '#2e3a38'],
  accent: ['#0d5f5a', '#6fcfc2'],
  'on-accent': ['#fff', '#06201d'],
  waiting: ['#4c5966', '#b4c0cc'],
  moving: ['#1a56a8', '#9cc4ff'],
  needs: ['#855000', '#f0bf73'],
  done: ['#14602f', '#8fd6a5'],
  wrong: ['#a3201d', '#ff9d94'],
} as const

export type Colour = keyof typeof palette
/** The CSS properties of an element that have colours. */
export type Colours = Partial<Record<'color' | 'background-color' | 'border-color', Colour>>

/**
 * The attributes of an element, each after a space: light colours inline, and a class a colour for those of dark
 * (`darkRules`).
 */
export function look(style: string, colours: Colours = {}, name = ''): string {
  const entries = Object.entries(colours)
  const names = [...(name ? [name] : []), ...entries.map((entry) => entry.join('-'))]
  const painted = style + entries.map(([property, colour]) => `${property}:${palette[colour][0]};`).join('')
  return [names.length > 0 && ` class="${names.join(' ')}"`, painted && ` style="${painted}"`]
    .filter(Boolean)
    .join('')
}

/** The rules of dark for the classes in a document. */
export const darkRules = (document: string): string =>
  [...new Set(document.match(/\b(?:background-color|border-color|color)-[a-z-]+/g))]
    .flatMap((name) => {
      const [, property = '', colour = ''] = /^((?:[a-z]+-)?color)-(.+)$/.exec(name) ?? []
      return isColour(colour) ? [`  .${name} { ${property}: ${palette[colour][1]} !important; }`] : []
    })
    .join('\n')

const isColour = (name: string): name is Colour => Object.hasOwn(palette, name)
