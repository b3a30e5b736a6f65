import { isServerError, isThrottlingError, isTransientError } from '@smithy/core/retry'
import { unavailable } from './refusals.ts'

type SdkError = Parameters<typeof isServerError>[0]

/**
 * Middleware for an SDK client: throws `unavailable` if the backend failed or was overloaded at every retry. The
 * client of the API can try again. `unless` names errors that look alike and mean something else.
 */
export const refuseOverload =
  (unless: (error: unknown) => boolean = () => false) =>
  <Input, Output>(next: (input: Input) => Promise<Output>) =>
  async (input: Input): Promise<Output> => {
    try {
      return await next(input)
    } catch (error) {
      const overload = [isServerError, isThrottlingError, isTransientError].some((is) => is(error as SdkError))
      throw overload && !unless(error) ? unavailable(error) : error
    }
  }

/** Outside the SDK's retries. */
export const outsideRetries = { step: 'initialize', name: 'unavailable' } as const
