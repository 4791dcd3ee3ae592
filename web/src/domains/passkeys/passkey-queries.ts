import { type CreationOptions, createPasskeyOptions, listPasskeys } from '#contract/passkeys.ts'
import { call } from '#web/platform/http/call.ts'
import { callQuery } from '#web/platform/query/call-query.ts'
import { knowsRelatedOrigins } from './webauthn.ts'

/** The customer's passkeys. */
export const passkeysQuery = callQuery(['passkeys'], listPasskeys)

/** Options to make a passkey in this browser, which can be used once, within five minutes. */
export interface PasskeyCreation {
  options: CreationOptions
  /** Whether this browser offers the passkey on all sites of the vendor. */
  isForAllSites: boolean
}

export async function requestPasskeyCreation(): Promise<PasskeyCreation> {
  const relatedOrigins = await knowsRelatedOrigins()
  const options = await call(createPasskeyOptions, { body: { relatedOrigins } })
  return { options, isForAllSites: relatedOrigins }
}
