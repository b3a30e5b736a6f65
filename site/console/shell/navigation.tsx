import { useSignal } from '@preact/signals'
import { CircleHelp, LogOut, Search } from 'lucide-preact'
import { useEffect } from 'preact/hooks'
import { isLive } from '../../staff/api/live.ts'
import { hasRole, signOut, user } from '../../staff/api/session.ts'
import { addressOf, screenAt, screens } from '../screens.ts'
import { groupTitles, titles } from '../messages/screens.ts'
import { messages } from '../messages/shell.ts'
import { common } from '../../staff/messages/common.ts'
import { roleNames } from '../messages/roles.ts'
import { ChooseLanguage } from '../../staff/sign-in/choose-language.tsx'
import { BottomBar, isInBar } from './bottom-bar.tsx'

/**
 * The screens that the user may see, in groups: at the side. On a phone the main ones are in a bar at the bottom, whose last
 * button opens the others and the account.
 */
export function Navigation({ path, onFind, onHelp }: { path: string; onFind: () => void; onHelp: () => void }) {
  const isOpen = useSignal(false)
  const current = screenAt(path)?.name
  const allowed = screens.filter((screen) => hasRole(screen.roles))
  useEffect(() => {
    isOpen.value = false
  }, [path])
  return (
    <>
      <header class={isOpen.value ? 'side open' : 'side'}>
        <a class="brand" href="/console">
          <span class="mark" aria-hidden="true" />
          <span>Courier Logistics</span>
        </a>
        <button type="button" class="find" onClick={onFind}>
          <Search size={16} aria-hidden="true" />
          <span>{messages.palette}</span>
          <kbd>Ctrl K</kbd>
        </button>
        <nav aria-label={messages.navigation} onClick={() => (isOpen.value = false)}>
          {[...new Set(allowed.map(({ group }) => group))].map((group) => (
            <section key={group}>
              <p id={`group-${group}`} class="hint">
                {groupTitles[group]}
              </p>
              <ul aria-labelledby={`group-${group}`}>
                {allowed
                  .filter((screen) => screen.group === group)
                  .map(({ name, path, icon: Icon }) => (
                    <li key={name} class={isInBar(name) ? 'in-bar' : undefined}>
                      <a
                        href={addressOf({ path })}
                        {...(current === name && { 'aria-current': 'page' as const })}
                      >
                        <Icon size={16} aria-hidden="true" />
                        <span>{titles[name]}</span>
                      </a>
                    </li>
                  ))}
              </ul>
            </section>
          ))}
        </nav>
        <Account onHelp={onHelp} />
      </header>
      <BottomBar current={current} isOpen={isOpen.value} onMore={() => (isOpen.value = !isOpen.value)} />
    </>
  )
}

const Account = ({ onHelp }: { onHelp: () => void }) => (
  <div class="account">
    <div class="who">
      <p class="address" title={user.value?.email}>
        <bdi class="one-line">{user.value?.email}</bdi>
      </p>
      <p class="row hint">
        <span>{roleNames[user.value?.role ?? 'viewer']}</span>
        <span class={isLive.value ? 'live on' : 'live'}>{isLive.value ? messages.live : messages.polling}</span>
      </p>
    </div>
    <div class="row">
      <ChooseLanguage />
      <button
        type="button"
        class="icon"
        aria-label={messages.shortcuts}
        title={messages.shortcuts}
        onClick={onHelp}
      >
        <CircleHelp size={18} aria-hidden="true" />
      </button>
      <button
        type="button"
        class="icon mirrored"
        aria-label={common.signOut}
        title={common.signOut}
        onClick={() => void signOut()}
      >
        <LogOut size={18} aria-hidden="true" />
      </button>
    </div>
  </div>
)
