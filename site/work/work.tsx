import { QueryClientProvider } from '@tanstack/preact-query'
import { render } from 'preact'
import { queries } from '../staff/api/client.ts'
import { loadRefusals } from '../staff/messages/refusals.ts'
import { App } from './app/app.tsx'
import { followVersions } from './app/update.ts'

// The page of warehouse workers and couriers, /work, which is installed on phones.

const place = document.getElementById('work')
place?.replaceChildren()
if (place)
  render(
    <QueryClientProvider client={queries}>
      <App />
    </QueryClientProvider>,
    place,
  )
// Refusals of before a reload are shown too.
void loadRefusals()
// Without it, the page works as long as there is a connection.
void followVersions().catch(() => undefined)
