import { loadRefusals } from '../messages/refusals.ts'

/** Sends a request. With a refusal come its texts, so that the page can say what was refused. Throws what `fetch` throws. */
export async function answered(request: Request, init: RequestInit): Promise<Response> {
  const response = await fetch(request, init)
  if (!response.ok) await loadRefusals()
  return response
}
