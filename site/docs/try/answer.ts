import { element } from '../../shared/element.ts'
import { copyButton } from '../tools.ts'
import type { Answer } from './request.ts'

/** A response: its status, its headers, and its body. */
export function answerOf({ status, milliseconds, headers, content }: Answer): Node[] {
  const line = element('p', { class: 'status' }, element('strong', {}, status), ` in ${milliseconds} ms`)
  return [line, headersOf(headers), ...(content === '' ? [] : [contentOf(content)])]
}

function headersOf(headers: Answer['headers']): HTMLElement {
  const rows = headers.map(([name, value]) =>
    element('div', {}, element('dt', {}, name), element('dd', {}, value)),
  )
  return element('details', {}, element('summary', {}, 'Headers'), element('dl', {}, ...rows))
}

function contentOf(content: string | Blob): HTMLElement {
  if (typeof content === 'string') {
    const text = element('pre', { tabindex: '0' }, element('code', {}, content))
    const copy = copyButton(() => content)
    return element('div', { class: 'copyable' }, text, copy)
  }
  const href = URL.createObjectURL(content)
  return content.type.startsWith('image/')
    ? element('img', { src: href, alt: 'The response', class: 'answer' })
    : element('a', { href, target: '_blank' }, `Open the ${content.type} (${content.size} bytes)`)
}
