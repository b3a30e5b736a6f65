import { addressLines } from '../../../shared/domain/tracking/address-lines.ts'
import { Clock, Map as MapIcon, MapPin, Phone } from 'lucide-preact'
import type { Tracking } from '../api/answer.ts'
import { holdOf } from '../hold.ts'
import { locale } from '../state.ts'
import { Line } from './line.tsx'

/** Where the parcel can be collected; nothing unless it is ready, and nothing holds it. */
export function Pickup({ tracking }: { tracking: Tracking }) {
  const { pickup = [] } = holdOf(tracking) ? {} : tracking
  const { messages } = locale.value
  return pickup.map(({ name, address, city, hours, phone }, n) => {
    const where = addressLines({ address, city })
    const map = `https://www.openstreetmap.org/search?query=${encodeURIComponent(where.join(', '))}`
    const call = `tel:${phone.replace(/[^+\d]/g, '')}`
    return (
      <section class="card" key={n} aria-label={`${messages.pickup}: ${name}`}>
        <h2>{messages.pickup}</h2>
        <p class="lead">
          <bdi>{name}</bdi>
        </p>
        <ul class="lines">
          <Line Icon={MapPin} term={messages.address} text={where.join('\n')} />
          <Line Icon={Clock} term={messages.hours} text={hours} />
          <Line Icon={Phone} term={messages.phone} text={phone} href={call} />
        </ul>
        {where.length > 0 && (
          <p class="ways">
            <a class="button primary" href={map} target="_blank" rel="noreferrer">
              <MapIcon size="1.25em" />
              {messages.map}
            </a>
            {phone !== '' && (
              <a class="button" href={call}>
                <Phone size="1.25em" />
                {messages.call}
              </a>
            )}
          </p>
        )}
      </section>
    )
  })
}
