import { element } from '../../shared/element.ts'
import { copyButton } from '../tools.ts'
import type { Answer } from './request.ts'

/** A response: its status, its headers and its body, and how to send the request elsewhere. */
export function answerOf({ status, milliseconds, headers, content, curl }: Answer): Node[] {
  const line = element('p', { class: 'status' }, element('strong', {}, status), ` in ${milliseconds} ms`)
  const command = element('details', {}, element('summary', {}, 'curl'), textOf(curl))
  return [line, headersOf(headers), command, ...(content === '' ? [] : [contentOf(content)])]
}

function textOf(text: string): HTMLElement {
  const block = element('pre', { tabindex: '0' }, element('code', {}, text))
  return element(
    'div',
    { class: 'copyable' },
    block,
    copyButton(() => text),
  )
}

function headersOf(headers: Answer['headers']): HTMLElement {
  const rows = headers.map(([name, value]) =>
    element('div', {}, element('dt', {}, name), element('dd', {}, value)),
  )
  return element('details', {}, element('summary', {}, 'Headers'), element('dl', {}, ...rows))
}

function contentOf(content: string | Blob): HTMLElement {
  if (typeof content === 'string') return textOf(content)
  const href = URL.createObjectURL(content)
  return content.type.startsWith('image/')
    ? element('img', { src: href, alt: 'The response', class: 'answer' })
    : element('a', { href, target: '_blank' }, `Open the ${content.type} (${content.size} bytes)`)
}
