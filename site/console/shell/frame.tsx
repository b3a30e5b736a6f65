import { useSignal } from '@preact/signals'
import { Route, Router, useLocation } from 'preact-iso/router'
import lazy, { ErrorBoundary } from 'preact-iso/lazy'
import { useEffect } from 'preact/hooks'
import { Failure } from '../../design/states.tsx'
import { hasRole } from '../../staff/api/session.ts'
import { screenAt, screens, type Screen } from '../screens.ts'
import { common } from '../../staff/messages/common.ts'
import { office } from '../messages/office.ts'
import { titles } from '../messages/screens.ts'
import { useIdleSignOut } from './idle.ts'
import { Navigation } from './navigation.tsx'
import { Palette } from './palette.tsx'
import { Shortcuts, useShortcuts } from './shortcuts.tsx'

const NotPermitted = () => <Failure text={common.forbidden} retryLabel={common.tryAgain} />
const NotFound = () => <Failure text={office.notFound} retryLabel={common.tryAgain} />
/** A screen is loaded once. */
const components = new Map(screens.map((screen) => [screen, lazy(screen.load)]))
const segmentOf = (path: string) => path.split('/')[2] ?? ''
/** Loads the screen of a path, so that it is there when the session is. */
export function preloadScreen(path: string): void {
  const screen = screens.find((one) => segmentOf(one.path) === segmentOf(path))
  // A screen that does not load says so when it is shown.
  void (
    screen &&
    components
      .get(screen)
      ?.preload()
      .catch(() => undefined)
  )
}
const componentOf = (screen: Screen) =>
  hasRole(screen.roles) ? (components.get(screen) ?? NotFound) : NotPermitted

/** The navigation and the screen of the address. */
export function Frame() {
  const { path } = useLocation()
  const overlay = useSignal<'palette' | 'shortcuts' | undefined>(undefined)
  const title = titles[screenAt(path)?.name ?? 'today']
  useEffect(() => {
    document.title = `${title} · Courier Logistics`
  }, [title])
  useIdleSignOut()
  useShortcuts({
    palette: () => (overlay.value = 'palette'),
    help: () => (overlay.value = 'shortcuts'),
  })
  const close = () => (overlay.value = undefined)
  return (
    <div class="frame">
      <Navigation
        path={path}
        onFind={() => (overlay.value = 'palette')}
        onHelp={() => (overlay.value = 'shortcuts')}
      />
      <main id="screen" tabIndex={-1}>
        <ErrorBoundary>
          <Router>
            {screens.map((screen) => (
              <Route key={screen.path} path={screen.path} component={componentOf(screen)} />
            ))}
            <Route default component={NotFound} />
          </Router>
        </ErrorBoundary>
      </main>
      {overlay.value === 'palette' && <Palette onClose={close} />}
      {overlay.value === 'shortcuts' && <Shortcuts onClose={close} />}
    </div>
  )
}
