import * as z from 'zod'
import { publicUrlOf } from '../../config/function-settings.ts'
import { notFound } from '../../core/refusals.ts'
import { lazySchema } from '../../core/lazy-schema.ts'
import { sealer } from '../../core/seal.ts'
import type { Plan } from '../../db/commit.ts'
import type { PublicContext } from '../kernel/context.ts'
import type { Language } from '../kernel/languages.ts'
import { notices } from './record.ts'
import { lift, suppress, suppressionOf } from './suppression.ts'
import { openToken } from './token.ts'

export const NoticeChoice = lazySchema(() =>
  z
    .object({
      stopped: z
        .boolean()
        .meta({ description: 'Whether the address gets no notices of the company', examples: [true] }),
    })
    .meta({ id: 'NoticeChoice' }),
)
export const StopPage = lazySchema(() =>
  z
    .object({
      url: z.url().meta({
        description: 'The tracking page, with the token in its fragment',
        examples: ['https://parcels.example/track/TRK-7HQ3M2K9XW4BC#stop=1.sJ0qWc3Lk2'],
      }),
    })
    .meta({ id: 'StopPage' }),
)

/** The tracking page with the reader's token, which it shows buttons for. A fragment is not sent to a server. */
export const stopPage = (publicUrl: string, tracking_id: string, token: string, language?: Language) =>
  `${publicUrl}/track/${tracking_id}${language === undefined ? '' : `?lang=${language}`}#stop=${token}`

async function opened(ctx: PublicContext, token: string) {
  const found = openToken(await ctx.secret('sealing', sealer), token)
  if (!found) throw notFound(notices.noun)
  return { ...found, table: ctx.tenant(found.grant) }
}

/** The page on which a reader stops notices. Throws not_found for an invalid token, as all of these do. */
export async function readStopPage(ctx: PublicContext, token: string): Promise<z.input<typeof StopPage>> {
  const { tracking_id } = await opened(ctx, token)
  return { url: stopPage(publicUrlOf(ctx.settings), tracking_id, token) }
}

/** Whether the reader gets notices now. */
export async function readChoice(ctx: PublicContext, token: string): Promise<z.input<typeof NoticeChoice>> {
  const { table, address } = await opened(ctx, token)
  return { stopped: (await suppressionOf(table, address, ctx.now)) !== undefined }
}

/** Stops the company's notices to an address. May be repeated. */
export async function stopNotices(
  ctx: PublicContext,
  token: string,
): Promise<Plan<z.input<typeof NoticeChoice>>> {
  const { table, address } = await opened(ctx, token)
  return { writes: await suppress(table, address, 'stopped', ctx.now), result: { stopped: true } }
}

/** Starts them again, unless the address cannot be reached or has reported them as spam. May be repeated. */
export async function startNotices(
  ctx: PublicContext,
  token: string,
): Promise<Plan<z.input<typeof NoticeChoice>>> {
  const { table, address } = await opened(ctx, token)
  const current = await suppressionOf(table, address, ctx.now)
  const stays = current !== undefined && current.reason !== 'stopped'
  return { writes: await lift(table, address, ctx.now), result: { stopped: stays } }
}
