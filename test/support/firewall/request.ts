/** A request as the firewall sees it. */
export interface EdgeRequest {
  method: string
  /** As it was sent, percent-encoded. */
  path: string
  query: string
  /** By lower-case name. */
  headers: Record<string, string>
  body: string
  /** What AWS knows of the client's address. */
  reputation?: 'malicious' | 'reconnaissance'
  /** The requests of the client's address in the last five minutes. */
  recent: number
}

/** A request of a client that sends no headers but those that HTTP needs. */
export function request(target: string, given: Partial<EdgeRequest> & { json?: unknown } = {}): EdgeRequest {
  const [method = '', url = ''] = target.split(/ (.*)/s)
  const [path = '', query = ''] = url.split(/\?(.*)/s)
  const { json, headers, ...rest } = given
  const body = json === undefined ? '' : JSON.stringify(json)
  const type = json === undefined ? {} : { 'content-type': 'application/json' }
  return {
    method,
    path,
    query,
    body,
    recent: 1,
    ...rest,
    headers: { host: 'parcels.example', ...type, ...headers },
  }
}
