/** Announces a text to screen readers. */
export function announce(text: string): void {
  const line = document.getElementById('announcement')
  if (line && line.textContent !== text) line.textContent = text
}
