import * as oauth from 'oauth4webapi'
import { getAuthority } from '#contract/session.ts'
import { call } from '../http/call.ts'
import { type SignInAttempt, storeAttempt } from './sign-in-attempt.ts'

/**
 * The provider's address for a new sign-in: authorization code with PKCE (S256), state and nonce, theme and acr values
 * of the vendor (AA-001). Its secrets are stored in this tab's session storage.
 */
export async function startSignIn(returnTo: string, storage: Storage = sessionStorage): Promise<string> {
  const authority = await call(getAuthority)
  const attempt: SignInAttempt = {
    state: oauth.generateRandomState(),
    nonce: oauth.generateRandomNonce(),
    verifier: oauth.generateRandomCodeVerifier(),
    returnTo,
  }
  const address = new URL(authority.authorizationEndpoint, location.origin)
  const parameters = {
    response_type: 'code',
    client_id: authority.clientId,
    redirect_uri: authority.redirectUri,
    scope: authority.scope,
    state: attempt.state,
    nonce: attempt.nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(attempt.verifier),
    code_challenge_method: 'S256',
    acr_values: authority.acrValues,
    theme: authority.theme,
    ui_locales: authority.uiLocales,
  }
  for (const [name, value] of Object.entries(parameters)) if (value) address.searchParams.set(name, value)
  storeAttempt(attempt, storage)
  return address.href
}
