import { useEffect } from 'preact/hooks'
import { api } from '../../staff/api/client.ts'
import { useRead } from '../../staff/api/read.ts'
import { endIdleSession } from '../../staff/api/session.ts'

/** In localStorage, since the user may work in another tab. */
const key = 'last input'
const inputs = ['pointerdown', 'keydown', 'wheel'] as const
/** Milliseconds between the checks, and between what is kept of the inputs. */
const tick = 10_000

/** Ends the session after the minutes without an input that the company has set, in all tabs. */
export function useIdleSignOut(): void {
  const settings = useRead(['settings'], () => api.GET('/api/v1/settings'))
  const minutes = settings.data?.body.idle_sign_out_minutes ?? 0
  useEffect(() => {
    if (minutes === 0) return undefined
    const lastInput = () => Number(localStorage.getItem(key) ?? 0)
    const note = () => {
      if (Date.now() - lastInput() >= tick) localStorage.setItem(key, String(Date.now()))
    }
    localStorage.setItem(key, String(Date.now()))
    for (const input of inputs) addEventListener(input, note, { passive: true })
    const timer = setInterval(() => {
      if (Date.now() - lastInput() > minutes * 60_000) void endIdleSession()
    }, tick)
    return () => {
      clearInterval(timer)
      for (const input of inputs) removeEventListener(input, note)
    }
  }, [minutes])
}
