import { QueryClientProvider } from '@tanstack/preact-query'
import { render } from 'preact'
import { queries } from './api/client.ts'
import { App } from './shell/app.tsx'

// The console of the company's staff, /console.
const place = document.getElementById('console')
place?.replaceChildren()
if (place)
  render(
    <QueryClientProvider client={queries}>
      <App />
    </QueryClientProvider>,
    place,
  )
