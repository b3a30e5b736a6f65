import type { Component, System } from 'swagger-ui-dist/swagger-ui-es-bundle.js'

interface LayoutProps {
  getComponent(name: string, container?: boolean | 'root'): Component
  specSelectors: { loadingStatus(): string }
}

/**
 * The description of the API, then its operations with a heading, in landmarks. Swagger UI's default layout has neither,
 * and a selection of servers, of which there is only one.
 */
export const layout = ({ React: { createElement: h } }: System) => ({
  components: {
    Reference({ getComponent, specSelectors }: LayoutProps) {
      const status = specSelectors.loadingStatus()
      if (status.startsWith('failed'))
        return h('main', { className: 'notice', role: 'alert' }, 'The description of the API cannot be loaded.')
      if (status !== 'success') return h('main', { className: 'notice', role: 'status' }, 'Loading …')
      const [info, authorize, operations] = [
        getComponent('InfoContainer', true),
        getComponent('AuthorizeBtnContainer', true),
        getComponent('operations', true),
      ]
      return h(
        'div',
        { className: 'swagger-ui' },
        h('header', { className: 'wrapper' }, h(info)),
        h(
          'main',
          { className: 'wrapper' },
          h('div', { className: 'operations-header' }, h('h2', null, 'Operations'), h(authorize)),
          h(operations),
        ),
      )
    },
  },
})
