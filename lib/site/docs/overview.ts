import { collectionFile } from './collection.ts'
import { document } from './document.ts'
import { html, plainText } from './html.ts'
import { code, inline, type Article } from './markdown.ts'
import { defaultOrigin } from './samples/request.ts'

/** The first page: what the API is for, the first request, and the guides. */
export function overview(guides: readonly (Article & { url: string })[]): Article {
  const [introduction = '', ...principles] = document.info.description.split('\n\n')
  return {
    title: `${document.info.title} API`,
    lead: plainText(inline(introduction)),
    sections: [],
    body: html`<p class="lead">${inline(introduction)}</p>
      <p class="actions">
        <a class="button primary" href="/docs/first-parcel">Book your first parcel</a>
        <a class="button" href="/docs/api/shipments">API reference</a>
      </p>
      <h2 id="first-request">The first request</h2>
      <p>Ask the service whether it is well. Each operation of the reference can be tried on its page.</p>
      ${code(`curl ${defaultOrigin}/`, 'bash')}
      <h2 id="guides">Guides</h2>
      <ul class="cards">
        ${guides.map(
          ({ url, title, lead }) =>
            html`<li>
              <a href="${url}">${title}</a>
              <p>${lead}</p>
            </li>`,
        )}
      </ul>
      <h2 id="principles">Principles</h2>
      ${principles.map((text) => html`<p>${inline(text)}</p>`)}
      <h2 id="documents">Documents</h2>
      <ul>
        <li><a href="/openapi.json">OpenAPI 3.1</a> for generators and other tools</li>
        <li><a href="/asyncapi.json">AsyncAPI 3.0</a> of the WebSocket</li>
        <li>
          <a href="/docs/${collectionFile.name}" download="courier-logistics.json">A collection</a> of all
          requests for Postman, Bruno, Insomnia and others
        </li>
      </ul>`,
  }
}
