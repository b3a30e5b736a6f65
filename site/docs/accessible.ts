import type { Component, Props, Wrap } from 'swagger-ui-dist/swagger-ui-es-bundle.js'

/** Accessibility fixes for Swagger UI. */
export const accessible = {
  wrapComponents: {
    // A link inside a button is invalid. The button opens the operation and updates the URL.
    DeepLink: (_, { React: { createElement: h } }) =>
      function Text({ text }: { text: string }) {
        return h('span', null, text)
      },
    TextArea: withProps((props) => ({ 'aria-label': 'Request body', ...props })),
    // An aria-label that differs from the visible text breaks voice control (WCAG 2.2, 2.5.3).
    Button: withProps(({ 'aria-label': _, ...props }) => props),
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

function withProps(change: (props: Props) => Props): Wrap {
  return (Original: Component, { React }) =>
    function Changed(props: Props) {
      return React.createElement(Original, change(props))
    }
}

/** Removes role=region from the tables of responses, of which there would be many with the same name. */
export function removeTableRegions(page: HTMLElement): void {
  const removeRoles = () => {
    for (const table of page.querySelectorAll('table[role=region]')) table.removeAttribute('role')
  }
  new MutationObserver(removeRoles).observe(page, { childList: true, subtree: true })
}
