import { type ClientMetadata, interactionPolicy } from 'oidc-provider'
import type { NativeClient } from '#server/platform/config/native-clients.ts'
import { SIGNING_ALGORITHM } from './signing-key.ts'

/**
 * Returns the metadata of a native app: a public client, which proves by PKCE that it requested the code (RFC 8252,
 * 8.1), and whose refresh tokens are rotated.
 */
export function toClientMetadata({ id, redirectUris }: NativeClient): ClientMetadata {
  return {
    client_id: id,
    application_type: 'native',
    redirect_uris: [...redirectUris],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    id_token_signed_response_alg: SIGNING_ALGORITHM,
  }
}

/**
 * Defines when the provider shows a page. A native app always requires the sign-in page instead of consent: another app may
 * have registered the same redirect URI and would get the browser's session silently (RFC 8252, 8.6).
 */
export function createPromptPolicy() {
  const policy = interactionPolicy.base()
  policy.get('consent')!.checks.remove('native_client_prompt')
  const check = new interactionPolicy.Check(
    'native_client_prompt',
    'native apps sign in each time',
    'login_required',
    ({ oidc }) => oidc.client!.applicationType === 'native' && !oidc.result?.login,
  )
  policy.get('login')!.checks.add(check)
  return policy
}
