import type { AcceptedCredentials, CreationOptions, RegistrationResponse } from '#contract/passkeys.ts'

/** What this browser knows of WebAuthn Level 3. */
const getApi = (): Partial<typeof PublicKeyCredential> | undefined => globalThis.PublicKeyCredential

/** Whether this browser can make passkeys. */
export const canCreatePasskeys = (): boolean => getApi()?.parseCreationOptionsFromJSON !== undefined

/** Whether this browser accepts the RP ID of a related origin, so that a passkey works on all sites of the vendor. */
export async function knowsRelatedOrigins(): Promise<boolean> {
  const capabilities = await getApi()?.getClientCapabilities?.()
  return capabilities?.relatedOrigins ?? false
}

/** Why the browser makes no passkey: the authenticator has one of the account, or the customer or the device did not. */
export type CreationRefusal = 'known' | 'not-made'

/** Lets the browser make a passkey, or returns why it does not. */
export async function createCredential(
  options: CreationOptions,
): Promise<RegistrationResponse | CreationRefusal> {
  const publicKey = getApi()!.parseCreationOptionsFromJSON!(options)
  try {
    const credential = await navigator.credentials.create({ publicKey })
    return (credential as PublicKeyCredential).toJSON() as RegistrationResponse
  } catch (error) {
    // Anything else, as an RP ID that is not accepted here, is a fault.
    if (!(error instanceof DOMException)) throw error
    if (error.name === 'InvalidStateError') return 'known'
    if (error.name === 'NotAllowedError') return 'not-made'
    throw error
  }
}

/** Tells password managers which passkeys are left, so that they stop offering deleted ones. */
export async function signalAcceptedCredentials(accepted: readonly AcceptedCredentials[]): Promise<void> {
  for (const each of accepted) await getApi()?.signalAllAcceptedCredentials?.(each)
}
