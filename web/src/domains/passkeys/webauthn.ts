import {
  type AcceptedCredentials,
  type CreationOptions,
  type RegistrationResponse,
  registrationResponse,
} from '#contract/passkeys.ts'

/** What this browser knows of WebAuthn Level 3. */
const getApi = (): Partial<typeof PublicKeyCredential> | undefined => globalThis.PublicKeyCredential

/** Whether this browser can make passkeys. */
export const canCreatePasskeys = (): boolean => getApi()?.parseCreationOptionsFromJSON !== undefined

/** Whether this browser accepts the RP ID of a related origin, so that a passkey works on all sites of the vendor. */
export async function knowsRelatedOrigins(): Promise<boolean> {
  const capabilities = await getApi()?.getClientCapabilities?.()
  return capabilities?.relatedOrigins ?? false
}

/** Lets the browser make a passkey. Rejects with the browser's reason, as when the customer cancels. */
export async function createCredential(options: CreationOptions): Promise<RegistrationResponse> {
  const publicKey = getApi()!.parseCreationOptionsFromJSON!(options)
  const credential = await navigator.credentials.create({ publicKey })
  return registrationResponse.parse(JSON.parse(JSON.stringify(credential)))
}

/** Tells password managers which passkeys are left, so that they stop offering deleted ones. */
export async function signalAcceptedCredentials(accepted: readonly AcceptedCredentials[]): Promise<void> {
  for (const each of accepted) await getApi()?.signalAllAcceptedCredentials?.(each)
}
