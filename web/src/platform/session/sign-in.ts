import { getAuthority } from '#contract/session.ts'
import { call } from '../http/call.ts'
import { loadModule } from '../lazy/load-module.ts'

/** The path of the redirect URI. */
export const CALLBACK_PATH = '/auth/callback'

/** A started sign-in, stored in the tab until the provider redirects back. */
interface SignInAttempt {
  state: string
  nonce: string
  verifier: string
  /** Path and query that the customer requested (PL-013, AA-002). */
  returnTo: string
}

/** A valid authorization response, to be exchanged for a session. */
export interface AuthorizationResponse {
  code: string
  iss: string | undefined
  attempt: SignInAttempt
}

/**
 * The provider's address for a new sign-in: authorization code with PKCE (S256), state and nonce, theme and acr values
 * of the vendor (AA-001). Its secrets are stored in this tab's session storage.
 */
export async function startSignIn(returnTo: string, storage: Storage = sessionStorage): Promise<string> {
  const [oauth, authority] = await Promise.all([loadModule(() => import('oauth4webapi')), call(getAuthority)])
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
  storage.setItem(KEY, JSON.stringify(attempt))
  return address.href
}

/**
 * Checks the authorization response in the callback's query against the sign-in that this tab started (state, RFC 6749
 * 10.12; error responses). An attempt can be used once. Throws an Error that names the reason.
 */
export function readCallback(search: string, storage: Storage = sessionStorage): AuthorizationResponse {
  const attempt = removeAttempt(storage)
  const answer = new URLSearchParams(search)
  const error = answer.get('error')
  if (error) throw new Error(`${error} ${answer.get('error_description') ?? ''}`.trim())
  if (!attempt) throw new Error('no sign-in was started in this tab')
  if (answer.get('state') !== attempt.state) throw new Error('the state is not the one that was sent')
  const code = answer.get('code')
  if (!code) throw new Error('the answer has no code')
  return { code, iss: answer.get('iss') ?? undefined, attempt }
}

/** The address as a path of this site; '/' for another origin, the callback and the sign-out. */
export function safeReturnPath(returnTo: string): string {
  if (!returnTo.startsWith('/') || !URL.canParse(returnTo, location.origin)) return '/'
  const url = new URL(returnTo, location.origin)
  const isRefused =
    url.origin !== location.origin || url.pathname === CALLBACK_PATH || url.pathname === '/logout'
  return isRefused ? '/' : url.pathname + url.search + url.hash
}

/** Counts a failed sign-in of this tab; true after three within a minute, to break a redirect loop. */
export function recordSignInFailure(now = Date.now(), storage: Storage = sessionStorage): boolean {
  const recent = [...failures(storage), now].filter(time => now - time < 60_000)
  storage.setItem(FAILURES, JSON.stringify(recent))
  return recent.length >= 3
}

const KEY = 'keepsake.sign-in'
const FAILURES = 'keepsake.sign-in.failures'

function removeAttempt(storage: Storage): SignInAttempt | undefined {
  const stored = storage.getItem(KEY)
  storage.removeItem(KEY)
  return stored === null ? undefined : (JSON.parse(stored) as SignInAttempt)
}

function failures(storage: Storage): number[] {
  return JSON.parse(storage.getItem(FAILURES) ?? '[]') as number[]
}
