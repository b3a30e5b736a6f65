import { storeLanguage } from '../language.ts'
import { language, locale } from '../state.ts'
import { languages } from '../words/words.ts'
import type { Language } from '../words/types.ts'

/** The service's name, and the languages. */
export function Header() {
  const { words } = locale.value
  return (
    <header>
      <a class="brand" id="home" href={`/track${location.search}`}>
        {words.brand}
      </a>
      <div id="languages" role="group" aria-label={words.language}>
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
