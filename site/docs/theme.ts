// Loaded before the page is painted, so that it does not appear in another theme first.
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset['theme'] = theme
} catch {
  // Browsers that block site data throw on access.
}
