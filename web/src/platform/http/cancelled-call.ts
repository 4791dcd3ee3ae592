/** The customer has cancelled the call, by closing the question that it needs answered: nothing was changed. */
export class CancelledCall extends Error {
  override name = 'CancelledCall'
}

export const isCancelled = (error: unknown) => error instanceof CancelledCall
