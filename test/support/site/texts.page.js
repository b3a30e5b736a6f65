/** Parts of the page that only screen readers have. */
const isSpokenOnly = (style) => style.clipPath === 'inset(50%)'
const isInline = ({ display }) => display === 'inline' || display === 'contents'

/**
 * The texts of a page, or of the dialog on top of it, in a browser (sweep.ts): those that are shown, with what is wrong with how they
 * are cut, and those that are only spoken or chosen from.
 */
globalThis.textsOf = () => {
  const root = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body
  const styles = new Map()
  const styleOf = (element) => {
    if (!styles.has(element)) styles.set(element, getComputedStyle(element))
    return styles.get(element)
  }
  const found = []
  const add = (text, fault) => {
    const shown = text.replace(/\s+/g, ' ').trim()
    if (shown !== '') found.push({ text: shown, ...(fault && { fault }) })
  }
  const range = document.createRange()
  const boxesOf = (node, from, to) => {
    range.setStart(node, from)
    range.setEnd(node, to)
    return [...range.getClientRects()].filter(({ width }) => width > 0)
  }
  const isBeyond = (boxes, { left, right }) => boxes.some((box) => box.left < left - 1 || box.right > right + 1)

  /** What is wrong with how a text is cut: it has no ellipsis, its beginning is missing, it is a word on two lines, or the window ends before. */
  function faultOf(node) {
    const boxes = boxesOf(node, 0, node.length)
    if (boxes.length === 0) return undefined
    const word = node.data.trim()
    const isShort = word.length <= 12 && !/[\s/.@-]/.test(word)
    for (let one = node.parentElement; one; one = one.parentElement)
      if (isSpokenOnly(styleOf(one))) return undefined
    if (isShort && new Set(boxes.map(({ top }) => Math.round(top))).size > 1) return 'broken within a word'
    let isInLine = true
    for (let one = node.parentElement; one && one !== document.documentElement; one = one.parentElement) {
      const style = styleOf(one)
      const { overflowX } = style
      // A part that scrolls sideways on purpose takes the focus, or what is in it does.
      if (/auto|scroll/.test(overflowX) && one.matches('[tabindex="0"], .chips')) return undefined
      if (overflowX !== 'visible' && one !== document.body && isBeyond(boxes, one.getBoundingClientRect())) {
        const start = node.data.search(/\S/)
        const first = boxesOf(node, start, start + String.fromCodePoint(node.data.codePointAt(start)).length)
        if (isBeyond(first, one.getBoundingClientRect())) return 'its beginning is cut off'
        const isBlock = /^(block|inline-block|list-item|table-cell|flow-root)$/.test(style.display)
        return isInLine && isBlock && style.textOverflow === 'ellipsis' ? undefined : 'cut without an ellipsis'
      }
      isInLine &&= isInline(style)
      // Above the page, and scrolled by itself.
      if (style.position === 'fixed') break
    }
    return isBeyond(boxes, { left: 0, right: innerWidth }) ? 'beyond the window' : undefined
  }

  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Element) {
      if (!node.checkVisibility({ visibilityProperty: true })) continue
      for (const name of ['aria-label', 'title', 'placeholder', 'alt']) add(node.getAttribute(name) ?? '')
    } else {
      const parent = node.parentElement
      if (!parent || parent.closest('script, style, noscript') || node.data.trim() === '') continue
      if (parent.closest('option')) {
        if (parent.closest('select').checkVisibility()) add(node.data)
      } else if (parent.checkVisibility({ visibilityProperty: true })) add(node.data, faultOf(node))
    }
  }
  const { scrollWidth } = document.documentElement
  return { texts: found, overflow: scrollWidth - innerWidth }
}
