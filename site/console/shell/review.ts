import { useLocation } from 'preact-iso/router'
import { useEffect } from 'preact/hooks'
import { managerRoles } from '../../../shared/domain/kernel/roles.ts'
import { api } from '../../staff/api/client.ts'
import { hasRole, user } from '../../staff/api/session.ts'
import { forgetReset, reviewAddress, wasReset } from '../../staff/sign-in/password-reset.ts'
import { isRecent } from '../ui/recent-grant.ts'

/**
 * Leads a manager who has reset their password to the access that they gave lately, if any: whoever knew the old password may
 * have given it, and it outlasts the reset.
 */
export function useReviewAfterReset(): void {
  const { route } = useLocation()
  const id = hasRole(managerRoles) ? user.value?.id : undefined
  useEffect(() => {
    if (id === undefined || !wasReset()) return
    const review = async () => {
      const { data } = await api.GET('/api/v1/users/{id}/grants', { params: { path: { id } } })
      if (!data) return
      forgetReset()
      if (data.some(isRecent)) route(reviewAddress)
    }
    // Without an answer, the next sign-in or reload asks again.
    review().catch(() => undefined)
  }, [id])
}
