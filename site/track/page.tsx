import { Company } from './parts/company.tsx'
import { Emails } from './parts/emails.tsx'
import { FailureNote } from './parts/failure.tsx'
import { Header } from './parts/header.tsx'
import { Hero } from './parts/hero.tsx'
import { Pickup } from './parts/pickup.tsx'
import { Search } from './parts/search.tsx'
import { Timeline } from './parts/timeline.tsx'
import { headline, locale, state, trackingId } from './state.ts'

/** The page. `retry` polls at once. E-mails come first, since the reader of one came to stop them. */
export function Page({ retry }: { retry: () => void }) {
  return (
    <>
      <Header />
      <main id="parcel">
        <Emails />
        <Content retry={retry} />
      </main>
      <p id="announcement" class="visually-hidden" role="status">
        {headline.value.announcement}
      </p>
    </>
  )
}

function Content({ retry }: { retry: () => void }) {
  if (trackingId === '') return <Ask />
  if (state.value.missing) return <Missing />
  const { tracking } = state.value
  return (
    <>
      <FailureNote retry={retry} />
      {tracking ? (
        <>
          <div class="columns">
            <div>
              <Hero tracking={tracking} />
              <Timeline tracking={tracking} />
            </div>
            <div>
              <Pickup tracking={tracking} />
              <Company tracking={tracking} />
            </div>
          </div>
        </>
      ) : (
        <Waiting />
      )}
      <p class="foot">
        <a id="another" href={`/track${location.search}`}>
          {locale.value.messages.another}
        </a>
      </p>
    </>
  )
}

function Ask() {
  return (
    <section class="card">
      <h1>{locale.value.messages.follow}</h1>
      <Search />
    </section>
  )
}

/** After a 404: the service does not distinguish unknown and expired ids. */
function Missing() {
  const { missing, missingHint } = locale.value.messages
  const [title, sentence] = missing
  return (
    <section class="card">
      <h1>{title}</h1>
      <p>{sentence}</p>
      <p>{missingHint}</p>
      <Search typed={trackingId} />
    </section>
  )
}

function Waiting() {
  const { messages } = locale.value
  return (
    <section class="card" aria-busy={!state.value.failure}>
      <h1>{state.value.failure ? messages.follow : messages.looking}</h1>
      <bdi class="id">{trackingId}</bdi>
    </section>
  )
}
