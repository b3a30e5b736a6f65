import { QueryClientProvider } from '@tanstack/preact-query'
import { render } from 'preact'
import { queries } from '../staff/api/client.ts'
import { texts } from '../staff/messages/language.ts'
import { addRefusalWords } from '../staff/messages/refusals.ts'
import { App } from './shell/app.tsx'

// The console of the company's staff, /console.

// Links in e-mails have the screen in the fragment. So had links to the former board, with which they are redirected here.
const [, screen] = /^#(\/shipments\/[\da-z-]+|\/sessions)$/.exec(location.hash) ?? []
if (screen) history.replaceState(null, '', `/console${screen}`)

addRefusalWords(async () =>
  texts((await import('../staff/messages/office-refusal-words.ts')).officeRefusalWords),
)

const place = document.getElementById('console')
place?.replaceChildren()
if (place)
  render(
    <QueryClientProvider client={queries}>
      <App />
    </QueryClientProvider>,
    place,
  )
