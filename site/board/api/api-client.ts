import { accessToken, end, session } from './session.ts'
import { errorOf, RequestError, send, unreachableError, type Options } from './request.ts'

/** A response. `etag` is the version of a record, `next` the cursor of a list's next page. */
export interface ApiResponse<T> {
  body: T
  etag: string | undefined
  next: string | undefined
}

/** Calls the API as the signed-in user. Throws RequestError; with status 401 if the session has ended. */
export async function call<T>(key: string, options: Options = {}): Promise<ApiResponse<T>> {
  const response = await withToken((token) => send(key, { ...options, token }))
  return {
    body: (await response.json()) as T,
    etag: response.headers.get('etag') ?? undefined,
    next: response.headers.get('x-next-cursor') ?? undefined,
  }
}

/** Downloads a file and returns it with its name. Throws RequestError. */
export async function file(key: string): Promise<{ blob: Blob; name: string }> {
  const response = await withToken((token) => send(key, { token }))
  const [, name = ''] = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? []
  return { blob: await response.blob(), name }
}

/** Sends a file as the request body and reports the progress in percent. Throws RequestError. */
export async function upload(path: string, body: Blob, onProgress: (percent: number) => void): Promise<void> {
  // The same key for both attempts, so that the photo is stored once.
  const idempotencyKey = crypto.randomUUID()
  await withToken(
    (token) =>
      new Promise<void>((resolve, reject: (error: RequestError) => void) => {
        // fetch reports no upload progress.
        const request = new XMLHttpRequest()
        request.open('POST', path)
        request.setRequestHeader('Authorization', `Bearer ${token}`)
        request.setRequestHeader('Content-Type', body.type)
        request.setRequestHeader('Idempotency-Key', idempotencyKey)
        request.upload.onprogress = ({ loaded, total }) => onProgress(Math.round((100 * loaded) / total))
        request.onload = () =>
          request.status < 300 ? resolve() : reject(errorOf(request.status, request.responseText))
        request.onerror = () => reject(unreachableError())
        request.send(body)
      }),
  )
}

/**
 * Calls with an access token, and after a 401 again with a new one. Throws a 401 if the session changes meanwhile.
 */
async function withToken<T>(operation: (token: string) => Promise<T>): Promise<T> {
  const started = session()
  const token = async (refused?: string) => {
    const fresh = await accessToken(refused)
    if (session() !== started) throw new RequestError(401, '')
    return fresh
  }
  const isUnauthorised = (error: unknown) =>
    session() === started && error instanceof RequestError && error.status === 401
  const first = await token()
  try {
    return await operation(first)
  } catch (error) {
    if (!isUnauthorised(error)) throw error
  }
  try {
    return await operation(await token(first))
  } catch (error) {
    if (isUnauthorised(error)) end()
    throw error
  }
}
