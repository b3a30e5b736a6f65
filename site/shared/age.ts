import { element } from './element.ts'
import { age, dateAndTime, type Times } from './times.ts'

/** An element that shows an age, updated by `ageAll`. */
export function ageOf(times: Times, format: (age: string) => string, time: number) {
  const line = element('span', { title: dateAndTime(times, new Date(time)), 'data-moment': String(time) })
  const update = () => {
    line.textContent = format(age(times, time))
  }
  line.addEventListener('age', update)
  update()
  return line
}
export function ageAll(): void {
  for (const line of document.querySelectorAll('[data-moment]')) line.dispatchEvent(new Event('age'))
}
