import { Globe, Mail, Phone } from 'lucide-preact'
import type { Tracking } from '../api/answer.ts'
import { locale } from '../state.ts'
import { Line } from './line.tsx'

/** How to reach the company; nothing if it has not said how. */
export function Company({ tracking: { company } }: { tracking: Tracking }) {
  const { messages } = locale.value
  if (!company || company.phone + company.email + company.website === '') return null
  const { name, phone, email, website } = company
  return (
    <section class="card" aria-labelledby="company">
      <h2 id="company">{messages.questions}</h2>
      <p class="lead">
        <bdi>{name}</bdi>
      </p>
      <ul class="lines">
        <Line Icon={Phone} term={messages.phone} text={phone} href={`tel:${phone.replace(/[^+\d]/g, '')}`} />
        <Line Icon={Mail} term={messages.email} text={email} href={`mailto:${encodeURIComponent(email)}`} />
        <Line Icon={Globe} term={messages.website} text={shortened(website)} href={website} />
      </ul>
    </section>
  )
}

/** An address without its scheme. */
const shortened = (website: string) => website.replace(/^https?:\/\//, '').replace(/\/$/, '')
