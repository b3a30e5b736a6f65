/** The address of the next page (RFC 8288), relative to `page`; undefined on the last page. */
export function nextPage({ headers }: Pick<Response, 'headers'>, page: string): URL | undefined {
  const [, link] = /<([^>]*)>\s*;\s*rel="?next"?/.exec(headers.get('link') ?? '') ?? []
  return link === undefined ? undefined : new URL(link, page)
}
