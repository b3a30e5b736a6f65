import { QueryClientProvider } from '@tanstack/preact-query'
import { render } from 'preact'
import { queries } from '../staff/api/client.ts'
import { App } from './shell/app.tsx'

// The console of the company's staff, /console.

// Links to the former board had the shipment in the fragment, with which they are redirected here.
const [, shipment] = /^#(\/shipments\/[\da-z-]+)$/.exec(location.hash) ?? []
if (shipment) history.replaceState(null, '', `/console${shipment}`)

const place = document.getElementById('console')
place?.replaceChildren()
if (place)
  render(
    <QueryClientProvider client={queries}>
      <App />
    </QueryClientProvider>,
    place,
  )
