import { api } from '../../staff/api/client.ts'
import { useRead } from '../../staff/api/read.ts'

/** Reads the signed-in user while the component is shown. */
export const useMe = () => useRead(['me'], () => api.GET('/api/v1/users/me')).data?.body
