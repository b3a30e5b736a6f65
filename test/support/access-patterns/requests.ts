/** For each row, a function that sets up the request's data, which is not measured, and returns the request. */
export type Requests = Record<string, () => Promise<() => Promise<{ status: number }>>>
