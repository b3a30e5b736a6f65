import { accessToken, end, session } from './session.ts'
import { refusal, Refused, send, unreachable, type Options } from './request.ts'

/** A response. `etag` is the version of a record, `next` the cursor of a list's next page. */
export interface Reply<T> {
  body: T
  etag: string | undefined
  next: string | undefined
}

/** Calls the API as the signed-in user. Throws Refused; with status 401 if the session has ended. */
export async function call<T>(key: string, options: Options = {}): Promise<Reply<T>> {
  const response = await authorised((token) => send(key, { ...options, token }))
  return {
    body: (await response.json()) as T,
    etag: response.headers.get('etag') ?? undefined,
    next: response.headers.get('x-next-cursor') ?? undefined,
  }
}

/** Downloads a file and returns it with its name. Throws Refused. */
export async function file(key: string): Promise<{ blob: Blob; name: string }> {
  const response = await authorised((token) => send(key, { token }))
  const [, name = ''] = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? []
  return { blob: await response.blob(), name }
}

/** Sends a file as the request body and reports the progress in percent. Throws Refused. */
export async function upload(path: string, body: Blob, onProgress: (percent: number) => void): Promise<void> {
  // The same key for both attempts, so that the photo is stored once.
  const repeat = crypto.randomUUID()
  await authorised(
    (token) =>
      new Promise<void>((resolve, reject: (refused: Refused) => void) => {
        // fetch reports no upload progress.
        const request = new XMLHttpRequest()
        request.open('POST', path)
        request.setRequestHeader('Authorization', `Bearer ${token}`)
        request.setRequestHeader('Content-Type', body.type)
        request.setRequestHeader('Idempotency-Key', repeat)
        request.upload.onprogress = ({ loaded, total }) => onProgress(Math.round((100 * loaded) / total))
        request.onload = () =>
          request.status < 300 ? resolve() : reject(refusal(request.status, request.responseText))
        request.onerror = () => reject(unreachable())
        request.send(body)
      }),
  )
}

/**
 * Calls with an access token, and after a 401 again with a new one. Throws a 401 if the session changes meanwhile.
 */
async function authorised<T>(act: (token: string) => Promise<T>): Promise<T> {
  const mine = session()
  const token = async (refused?: string) => {
    const good = await accessToken(refused)
    if (session() !== mine) throw new Refused(401, '')
    return good
  }
  const refused = (error: unknown) => session() === mine && error instanceof Refused && error.status === 401
  const first = await token()
  try {
    return await act(first)
  } catch (error) {
    if (!refused(error)) throw error
  }
  try {
    return await act(await token(first))
  } catch (error) {
    if (refused(error)) end()
    throw error
  }
}
