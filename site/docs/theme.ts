// Loaded before the page is painted, so that it does not appear in another theme first. The reader's choice, the attribute
// `data-theme`, replaces the condition of the tokens' dark rules; without a choice they follow the system.
{
  const root = document.documentElement
  const system = '(prefers-color-scheme: dark)'
  const dark = [...document.styleSheets]
    .flatMap(({ cssRules }) => [...cssRules])
    .filter((rule) => rule instanceof CSSMediaRule)
    .filter(({ conditionText }) => conditionText === system)
  const apply = () => {
    const { theme } = root.dataset
    for (const { media } of dark)
      media.mediaText = theme === undefined ? system : theme === 'dark' ? 'all' : 'not all'
  }
  try {
    const theme = localStorage.getItem('theme')
    if (theme === 'light' || theme === 'dark') root.dataset['theme'] = theme
  } catch {
    // Browsers that block site data throw on access.
  }
  apply()
  new MutationObserver(apply).observe(root, { attributeFilter: ['data-theme'] })
}
