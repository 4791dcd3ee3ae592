import { z } from 'zod'
import { text } from './input/text.ts'

/** Id of a resource in an answer: a UUID in lower case. */
export const id = z.uuid()

/** Id of a resource in a call. Accepts a UUID in any case (RFC 9562, 4) and turns it into lower case. */
export const idInput = z.uuid().toLowerCase()

/**
 * Account id in a call. Account ids are subjects of the identity provider (OpenID Connect Core, 2): any text, compared
 * by case, except that UUIDs are in lower case.
 */
export const accountIdInput = text({ min: 1, max: 200 }).check(z.overwrite(canonicalAccountId))

/** Returns the spelling of an account id under which the account is stored. */
export function canonicalAccountId(accountId: string): string {
  return z.uuid().safeParse(accountId).success ? accountId.toLowerCase() : accountId
}
