import { resourcesOf, type Assembly } from '../cloudformation/assembly.ts'
import type { Resolve } from '../cloudformation/intrinsics.ts'
import { region } from '../cloudformation/names.ts'

interface Destination {
  ConfigurationSetName: string
  EventDestination: { Enabled?: boolean; MatchingEventTypes: string[]; EventBridgeDestination?: object }
}

/** The feedback on e-mails to these domains after SES has accepted them. */
const reports: Record<string, { type: string; detailType: string; detail(emailAddress: string): object }> = {
  '@bounced.invalid': {
    type: 'BOUNCE',
    detailType: 'Email Bounced',
    detail: (emailAddress) => ({
      eventType: 'Bounce',
      bounce: { bounceType: 'Permanent', bounceSubType: 'General', bouncedRecipients: [{ emailAddress }] },
    }),
  },
  '@complained.invalid': {
    type: 'COMPLAINT',
    detailType: 'Email Complaint Received',
    detail: (emailAddress) => ({
      eventType: 'Complaint',
      complaint: { complainedRecipients: [{ emailAddress }], complaintFeedbackType: 'abuse' },
    }),
  },
}

/** The configuration sets whose events go to EventBridge, and their types of events (AWS::SES::ConfigurationSetEventDestination). */
export const feedbackTypesOf = (assembly: Assembly, resolve: Resolve): ReadonlyMap<string, readonly string[]> =>
  new Map(
    resourcesOf(assembly, 'AWS::SES::ConfigurationSetEventDestination').flatMap((resource) => {
      const { ConfigurationSetName, EventDestination } = resolve(
        resource.properties,
        resource.stack,
      ) as Destination
      const { Enabled = true, MatchingEventTypes, EventBridgeDestination } = EventDestination
      if (!Enabled || !EventBridgeDestination) return []
      return [[ConfigurationSetName, MatchingEventTypes.map((type) => type.toUpperCase())] as const]
    }),
  )

/**
 * The event that SES sends to EventBridge about an accepted e-mail (SES developer guide, "Monitoring SES events using Amazon
 * EventBridge"), of a configuration set that asks for it.
 */
export function feedbackOn(
  form: URLSearchParams,
  types: ReadonlyMap<string, readonly string[]>,
): object | undefined {
  const to = form.get('Destinations.member.1') ?? ''
  const report = reports[to.slice(to.lastIndexOf('@')).toLowerCase()]
  if (!report || !types.get(form.get('ConfigurationSetName') ?? '')?.includes(report.type)) return undefined
  const tags: Record<string, string[]> = { 'ses:configuration-set': [form.get('ConfigurationSetName') ?? ''] }
  for (let n = 1; form.has(`Tags.member.${n}.Name`); n++)
    tags[form.get(`Tags.member.${n}.Name`) ?? ''] = [form.get(`Tags.member.${n}.Value`) ?? '']
  return {
    version: '0',
    source: 'aws.ses',
    'detail-type': report.detailType,
    region,
    detail: { ...report.detail(to), mail: { destination: [to], tags } },
  }
}
