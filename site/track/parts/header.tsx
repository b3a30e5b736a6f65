import { initialOf } from '../../../shared/core/initial.ts'
import { storeLanguage } from '../language.ts'
import { language, locale, state } from '../state.ts'
import { languages } from '../messages/messages.ts'
import type { Language } from '../messages/types.ts'

/** Whose page it is: the company that carries the parcel, once it is known, else the service. With the languages. */
export function Header() {
  const { messages } = locale.value
  const name = state.value.tracking?.company?.name
  return (
    <header>
      <a class="brand" id="home" href={`/track${location.search}`} data-initial={name && initialOf(name)}>
        <bdi>{name || messages.brand}</bdi>
      </a>
      <div id="languages" role="group" aria-label={messages.language}>
        {(Object.keys(languages) as Language[]).map((tag) => (
          <button
            key={tag}
            type="button"
            id={tag}
            lang={tag}
            aria-pressed={language.value === tag}
            onClick={() => choose(tag)}
          >
            {languages[tag].name}
          </button>
        ))}
      </div>
    </header>
  )
}

function choose(tag: Language): void {
  storeLanguage(tag)
  language.value = tag
}
