/*
 * Checks of the retailer's data that an operator can turn into warnings (RETAILER_CHECKS): the body has the right form, and
 * says what cannot be right.
 */

let areOff = false

/** Whether the value passes the check; always while `withoutFeedChecks` runs. */
export const passesFeedCheck = (check: () => boolean): boolean => areOff || check()

/** Runs a synchronous function in which the checks pass. */
export function withoutFeedChecks<T>(work: () => T): T {
  areOff = true
  try {
    return work()
  } finally {
    areOff = false
  }
}
