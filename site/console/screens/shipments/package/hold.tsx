import { Tag } from '../../../../design/tag.tsx'
import { api } from '../../../../staff/api/client.ts'
import { allPages, useRead } from '../../../../staff/api/read.ts'
import type { Package } from '../../../../staff/api/records.ts'
import { caseNames } from '../../../../staff/messages/statuses.ts'

export const Exception = ({ exception }: Pick<Package, 'exception'>) =>
  exception && <Tag tone="wrong">{caseNames[exception.code] ?? exception.code}</Tag>

/** The problem of a package, as a link to the case about it. */
export function CaseLink({ one: { id, exception } }: { one: Package }) {
  const cases = useRead(
    ['package', id, 'cases'],
    () =>
      allPages((page) =>
        api.GET('/api/v1/cases', { params: { query: { package_id: id, status: 'OPEN', ...page } } }),
      ),
    exception !== null,
  )
  const found = cases.data?.body.find(({ code }) => code === exception?.code)
  if (!exception) return null
  return (
    <a href={found ? `/console/cases/${found.id}` : '/console/cases'}>
      <Exception exception={exception} />
    </a>
  )
}
