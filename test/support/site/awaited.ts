import type { Page } from 'playwright-core'

interface Awaiting {
  awaited: number
}

/**
 * Counts in the page what it waits for: responses with their content, and the answers of sockets. Counted there, the number
 * is that of the moment at which the clock is advanced; what is sent to this process comes later, and does not show whether
 * the page uses a response.
 */
export const countAwaited = (page: Page) =>
  page.addInitScript(() => {
    const counter = globalThis as unknown as Awaiting
    counter.awaited = 0
    const count = (owner: object, names: string[]) => {
      const functions = owner as Record<string, (this: unknown, ...given: unknown[]) => Promise<unknown>>
      for (const name of names) {
        const call = functions[name]!
        functions[name] = function (...given) {
          counter.awaited += 1
          return call.apply(this, given).finally(() => void (counter.awaited -= 1))
        }
      }
    }
    count(globalThis, ['fetch'])
    count(Response.prototype, ['json', 'text', 'blob'])
    globalThis.WebSocket = class extends WebSocket {
      #due = false
      constructor(...given: ConstructorParameters<typeof WebSocket>) {
        super(...given)
        this.#answerIsDue(true)
        for (const type of ['message', 'close'] as const)
          this.addEventListener(type, () => this.#answerIsDue(false))
      }
      override send(...given: Parameters<WebSocket['send']>) {
        super.send(...given)
        this.#answerIsDue(true)
      }
      override close(...given: Parameters<WebSocket['close']>) {
        super.close(...given)
        this.#answerIsDue(false)
      }
      #answerIsDue(now: boolean) {
        if (now !== this.#due) counter.awaited += now ? 1 : -1
        this.#due = now
      }
    }
  })

/** Whether the page waits for nothing. */
export const isIdle = (page: Page) =>
  page.evaluate(() => ((globalThis as unknown as Partial<Awaiting>).awaited ?? 0) === 0)
