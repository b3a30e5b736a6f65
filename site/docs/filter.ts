import { element } from '../shared/element.ts'

/** A field above the operations of the sidebar that keeps those which contain its words. */
export function addFilter(): void {
  const list = document.querySelector('#operations')
  const input = element('input', {
    id: 'filter',
    type: 'search',
    placeholder: 'Filter operations',
    'aria-label': 'Filter operations',
  })
  list?.before(input)
  const topics = [...document.querySelectorAll<HTMLDetailsElement>('#operations details')]
  const opened = new Map(topics.map((topic) => [topic, topic.open]))
  input.addEventListener('input', () => {
    const words = input.value.toLowerCase().split(/\s+/)
    const matches = (text: string) => words.every((word) => text.toLowerCase().includes(word))
    for (const topic of topics) {
      const name = topic.querySelector('summary')?.textContent ?? ''
      const items = [...topic.querySelectorAll('li')]
      for (const item of items) item.hidden = !matches(`${name} ${item.textContent}`)
      const isEmpty = items.every(({ hidden }) => hidden)
      if (topic.parentElement) topic.parentElement.hidden = isEmpty
      topic.open = input.value === '' ? (opened.get(topic) ?? false) : !isEmpty
    }
  })
}
