import { CircleHelp, Search } from 'lucide-preact'
import { isLive } from '../api/live.ts'
import { hasRole, user } from '../api/session.ts'
import { addressOf, screenAt, screens } from '../screens.ts'
import { titles } from '../words/screens.ts'
import { words } from '../words/shell.ts'
import { roleNames } from '../words/statuses.ts'
import { ChooseLanguage } from './choose-language.tsx'
import { SignOutButton } from './sign-in.tsx'

/** The screens that the user may see, at the side; on a phone at the bottom. */
export function Navigation({ path, onFind, onHelp }: { path: string; onFind: () => void; onHelp: () => void }) {
  const current = screenAt(path)
  return (
    <header class="side">
      <a class="brand" href="/console">
        <span class="mark" aria-hidden="true" />
        <span>Courier Logistics</span>
      </a>
      <button type="button" class="find" onClick={onFind}>
        <Search size={16} aria-hidden="true" />
        <span>{words.palette}</span>
        <kbd>Ctrl K</kbd>
      </button>
      <nav aria-label={words.navigation}>
        <ul>
          {screens
            .filter((screen) => hasRole(screen.roles))
            .map(({ name, path, icon: Icon }) => (
              <li key={name}>
                <a
                  href={addressOf({ path })}
                  {...(current?.name === name && { 'aria-current': 'page' as const })}
                >
                  <Icon size={18} aria-hidden="true" />
                  <span>{titles[name]}</span>
                </a>
              </li>
            ))}
        </ul>
      </nav>
      <div class="account">
        <p class={isLive.value ? 'live on' : 'live'}>{isLive.value ? words.live : words.polling}</p>
        <p class="who">
          <bdi>{user.value?.email}</bdi>
          <span class="hint">{roleNames[user.value?.role ?? 'viewer']}</span>
        </p>
        <div class="row">
          <ChooseLanguage />
          <button type="button" class="icon" aria-label={words.shortcuts} onClick={onHelp}>
            <CircleHelp size={18} aria-hidden="true" />
          </button>
        </div>
        <SignOutButton />
      </div>
    </header>
  )
}
