import { chooseLanguage, language, languages, type Language } from '../messages/language.ts'
import { common } from '../messages/common.ts'

/** The choice of a language, in the languages themselves. */
export const ChooseLanguage = () => (
  <select
    class="dense"
    aria-label={common.language}
    value={language.value}
    onChange={({ currentTarget }) => chooseLanguage(currentTarget.value as Language)}
  >
    {Object.entries(languages).map(([code, name]) => (
      <option key={code} value={code} lang={code}>
        {name}
      </option>
    ))}
  </select>
)
