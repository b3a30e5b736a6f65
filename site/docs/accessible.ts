import type { Component, Props, Wrap } from 'swagger-ui-dist/swagger-ui-es-bundle.js'

/** What Swagger UI leaves out for those who hear a page or go through it by keyboard. */
export const accessible = {
  wrapComponents: {
    // A link in a button is neither: the button alone opens an operation, and the address follows it.
    DeepLink: (_, { React: { createElement: h } }) =>
      function Text({ text }: { text: string }) {
        return h('span', null, text)
      },
    TextArea: changed((props) => ({ 'aria-label': 'Request body', ...props })),
    // A name that is not the text on the button cannot be spoken to it.
    Button: changed(({ 'aria-label': _, ...props }) => props),
    CloseIcon: (Original, { React: { createElement: h } }) =>
      function Close(props: Props) {
        return h('span', { role: 'img', 'aria-label': 'Close' }, h(Original, props))
      },
    authorizationPopup: (Original, { React: { createElement: h }, authActions }) =>
      function Dialog(props: Props) {
        const onKeyDown = ({ key }: KeyboardEvent) => key === 'Escape' && authActions.showDefinitions(false)
        return h('div', { role: 'dialog', 'aria-label': 'Authorize', onKeyDown }, h(Original, props))
      },
  } satisfies Record<string, Wrap>,
}

function changed(change: (props: Props) => Props): Wrap {
  return (Original: Component, { React }) =>
    function Changed(props: Props) {
      return React.createElement(Original, change(props))
    }
}

/** A table of answers calls itself a region of the page, one like the other; it is a table. */
export function keepTables(page: HTMLElement): void {
  const mend = () => {
    for (const table of page.querySelectorAll('table[role=region]')) table.removeAttribute('role')
  }
  new MutationObserver(mend).observe(page, { childList: true, subtree: true })
}
