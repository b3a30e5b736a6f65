/** Marks the link to the section that is at the top of the window, in the sidebar and in the list of contents. */
export function markCurrentSection(): void {
  const links = new Map(
    [...document.querySelectorAll<HTMLAnchorElement>('#navigation a, #contents a')]
      .filter(({ hash, pathname }) => hash !== '' && pathname === location.pathname)
      .map((link) => [link.hash.slice(1), link]),
  )
  const sections = [...links.keys()]
    .map((id) => document.getElementById(id))
    .filter((section) => section !== null)
  let current: HTMLAnchorElement | undefined
  const mark = () => {
    const passed = sections.filter((section) => section.getBoundingClientRect().top < 120).at(-1)
    const link = links.get((passed ?? sections[0])?.id ?? '')
    if (link === current) return
    current?.removeAttribute('aria-current')
    link?.setAttribute('aria-current', 'location')
    link?.scrollIntoView({ block: 'nearest' })
    current = link
  }
  addEventListener('scroll', mark, { passive: true })
  mark()
}
