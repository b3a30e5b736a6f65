import { addFilter } from './filter.ts'
import { markCurrentSection } from './current-section.ts'
import { addCopyButtons, addLanguageTabs, showOwnOrigin } from './samples.ts'
import { searchButton } from './search.ts'
import { tryButton } from './try/form.ts'
import { signInButton } from './try/sign-in.ts'
import { menuButton, themeButton } from './tools.ts'

document.querySelector('#tools')?.append(searchButton(), themeButton(), signInButton(), menuButton())
showOwnOrigin()
addCopyButtons()
addLanguageTabs()
for (const operation of document.querySelectorAll<HTMLElement>('.operation'))
  operation.querySelector('.endpoint')?.append(tryButton(operation))
addFilter()
markCurrentSection()
