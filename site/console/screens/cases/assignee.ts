import { handlingRoles } from '../../../../shared/domain/kernel/roles.ts'
import type { FieldOptions } from '../../../staff/form/field.tsx'
import type { Rules } from '../../../staff/form/rules.ts'
import { useUserNames, useUsers } from '../../ui/user-names.ts'
import { messages } from './messages.ts'

/** The field of who is to settle a case, for managers, who know their colleagues; without a choice, no field. */
export function useAssigneeField(): { names: string[]; rules: Rules; fields: Record<string, FieldOptions> } {
  const users = useUsers()
  const names = useUserNames()
  const choices = users
    .filter(({ is_active, role }) => is_active && handlingRoles.includes(role))
    .map(({ id }) => id)
  return {
    names: choices.length > 0 ? ['assignee_id'] : [],
    rules: { assignee_id: { kind: 'choice', required: false, choices } },
    fields: {
      assignee_id: { label: messages.assignee, choiceName: (id) => names.get(id) ?? messages.colleague },
    },
  }
}
