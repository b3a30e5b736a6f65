/** For how many hours the service keeps the response to a request with an Idempotency-Key. */
export const idempotencyHours = 24
