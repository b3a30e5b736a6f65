import { issuedCode } from '../../../shared/auth/codes/issued-code.ts'
import type { Posting } from '../../../shared/db/stores/outbox.ts'
import { sealer } from '../../../shared/core/seal.ts'
import type { inProcess } from '../in-process/service.ts'

type Service = ReturnType<typeof inProcess>

/** The code of the last letter that was posted to an address for this occasion; undefined where none is sent. */
export async function codeFor(
  { postings, runtime }: Service,
  occasion: Posting['occasion'],
  to: string,
): Promise<string | undefined> {
  const posting = postings.findLast((one) => one.occasion === occasion && one.to === to)
  if (!posting) throw new Error(`no ${occasion} was posted to ${to}`)
  if (posting.occasion !== 'invitation')
    return (await issuedCode(runtime, { ...posting, occasion: posting.occasion }))?.code
  const { open } = await runtime.secret('sealing', sealer)
  return (JSON.parse(open(posting.sealed ?? '', posting.id) ?? '{}') as { code?: string }).code
}
