/** The part of Swagger UI that this page uses (its documentation: "Configuration", "Plug points", "Custom layout"). */
declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  export type Props = Record<string, unknown>
  export type Component = (props: never) => unknown
  export interface System {
    authActions: { showDefinitions(shown: false): void }
    React: { createElement(of: Component | string, props?: Props | null, ...children: unknown[]): unknown }
  }
  export type Wrap = (original: Component, system: System) => Component
  export default function SwaggerUI(options: {
    url: string
    dom_id: string
    layout: string
    plugins: readonly unknown[]
    [option: string]: unknown
  }): unknown
}
