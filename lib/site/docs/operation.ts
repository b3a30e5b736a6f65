import { statusOf } from '../../../shared/http/error-reply.ts'
import { type Operation, type Parameter, operations } from './document.ts'
import { enumOf, fields, parameters, requestFields, typeOf } from './fields.ts'
import { html, Html } from './html.ts'
import { code, inline, anchorOf } from './markdown.ts'
import { languages } from './samples/index.ts'
import type { SampleRequest } from './samples/request.ts'
import { feedTypeNames } from '../../../shared/domain/events/record.ts'

/** An operation of the reference: what it takes and returns, and samples next to it. */
export function operationSection(operation: Operation): Html {
  const { id, method, path, summary, description, body, success } = operation
  const of = (place: Parameter['in']) => operation.parameters.filter((one) => one.in === place)
  return html`<section class="operation" id="${id}" data-request="${JSON.stringify(formOf(operation))}">
    <div class="about">
      <h2><a href="#${id}">${summary}</a></h2>
      <p class="endpoint"><span class="method ${method.toLowerCase()}">${method}</span> <code>${path}</code></p>
      <p>${linked(inline(description))}</p>
      ${part('Path parameters', of('path').length > 0 && parameters(of('path')))}
      ${part('Query parameters', of('query').length > 0 && parameters(of('query')))}
      ${part('Headers', of('header').length > 0 && parameters(of('header')))}
      ${body && part(`Body: ${typeOf(body.schema)}`, requestFields(body.schema))} ${responsePart(success)}
      ${errorsPart(operation)}
    </div>
    <div class="samples">
      ${
        hasSamples(operation) &&
        Object.entries(languages).map(
          ([language, { highlight, sample }]) =>
            html`<figure class="sample" data-language="${language}">
              <figcaption>${language}</figcaption>
              ${code(sample(sampleOf(operation)), highlight)}
            </figure>`,
        )
      }
      ${
        success.example !== undefined &&
        html`<figure class="response">
          <figcaption>Response ${success.status}</figcaption>
          ${code(JSON.stringify(success.example, null, 2), 'json')}
        </figure>`
      }
    </div>
  </section>`
}

const part = (title: string, content: Html | false | undefined) =>
  content &&
  html`<h3>${title}</h3>
    ${content}`

function responsePart({ status, types, schema }: Operation['success']): Html {
  const title = `Response ${status}${schema ? `: ${typeOf(schema)}` : ''}`
  if (!schema)
    return html`<h3>${title}</h3>
      <p>${types.length > 0 ? types.join(', ') : 'Without a body.'}</p>`
  const content = fields(schema)
  return html`<h3>${title}</h3>
    ${
      content &&
      html`<details open>
        <summary>Fields</summary>
        ${content}
      </details>`
    }`
}

/** The errors of an operation, each with a link to what it means and what to do. */
function errorsPart(operation: Operation): Html {
  const codes = Object.entries({ ...statusOf, invalid: 422, fault: 500 })
  const errors = operation.errors
    .map(({ status, ...error }) => ({ ...error, status: status.replace('default', '500') }))
    .sort((one, other) => Number(one.status) - Number(other.status))
  return html`<h3>Errors</h3>
    <details>
      <summary>${errors.map(({ status }) => status).join(', ')}</summary>
      <ul class="fields">
        ${errors.map(
          ({ status, description }) =>
            html`<li>
              <p class="member">
                <code>${status}</code>
                ${codes
                  .filter(([, one]) => `${one}` === status)
                  .map(([name]) => html`<a href="/docs/errors#${name}">${name}</a> `)}
              </p>
              <p>${description}.</p>
            </li>`,
        )}
      </ul>
    </details>`
}

/** Providers redirect browsers to callbacks, and a 303 leads to a page, or to a file of another server. */
export const hasSamples = ({ path, success }: Operation): boolean =>
  !path.endsWith('/callback') && success.status !== '303'

/** The request that the samples send: the document's example. */
export const sampleOf = ({
  method,
  path,
  parameters,
  needsToken,
  body,
  success,
}: Operation): SampleRequest => ({
  method,
  path,
  needsToken,
  takesKey: parameters.some(({ name }) => name === 'Idempotency-Key'),
  params: Object.fromEntries(
    parameters.filter((one) => one.in === 'path').map(({ name, example }) => [name, `${example ?? ''}`]),
  ),
  ...(body && { body: body.example ?? {} }),
  ...(success.types[0] !== undefined &&
    !success.types.includes('application/json') && { produces: success.types[0] }),
})

/** The data of the form to try an operation (site/docs/try). */
const formOf = ({ method, path, parameters, needsToken, body }: Operation) => ({
  method,
  path,
  needsToken,
  parameters: parameters.map(({ name, in: place, required = false, example, schema }) => ({
    name,
    place,
    required,
    ...(example !== undefined && { example: `${example}` }),
    ...(enumOf(schema).length > 0 && { values: enumOf(schema) }),
  })),
  ...(body && { body: JSON.stringify(body.example ?? {}, null, 2) }),
})

/** Where a name leads: an operation, or a type of event. */
const targets = new Map([
  ...operations.map(({ id, tag }) => [id, `/docs/api/${anchorOf(tag)}#${id}`] as const),
  ...feedTypeNames.map((name) => [name, `/docs/event-types#${anchorOf(name)}`] as const),
])

/** HTML in which names of operations and events, as code, are links. */
const linked = ({ text }: Html): Html =>
  new Html(
    text.replace(/<code>([\w.]+)<\/code>/g, (code, name: string) => {
      const target = targets.get(name)
      return target === undefined ? code : `<a href="${target}">${code}</a>`
    }),
  )
