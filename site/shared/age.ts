import { element } from './element.ts'
import { age, inFull, type Times } from './times.ts'

/** An element that shows an age, updated by `ageAll`. */
export function ageOf(tongue: Times, say: (age: string) => string, moment: number) {
  const line = element('span', { title: inFull(tongue, new Date(moment)), 'data-moment': String(moment) })
  const update = () => {
    line.textContent = say(age(tongue, moment))
  }
  line.addEventListener('age', update)
  update()
  return line
}
export function ageAll(): void {
  for (const line of document.querySelectorAll('[data-moment]')) line.dispatchEvent(new Event('age'))
}
