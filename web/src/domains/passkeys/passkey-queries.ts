import { queryOptions } from '@tanstack/react-query'
import { type CreationOptions, createPasskeyOptions, listPasskeys } from '#contract/passkeys.ts'
import { call } from '#web/platform/http/call.ts'
import { knowsRelatedOrigins } from './webauthn.ts'

/** The customer's passkeys. */
export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: ({ signal }) => call(listPasskeys, undefined, { signal }),
})

/** Requests options to make a passkey in this browser; they can be used once, within five minutes. */
export const requestCreationOptions = async (): Promise<CreationOptions> =>
  call(createPasskeyOptions, { body: { relatedOrigins: await knowsRelatedOrigins() } })
