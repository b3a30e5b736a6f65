/** By row: prepares what the request needs, which is not measured, and returns the request. */
export type Requests = Record<string, () => Promise<() => Promise<{ status: number }>>>
