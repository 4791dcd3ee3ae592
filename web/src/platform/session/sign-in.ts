import { getAuthority } from '#contract/session.ts'
import { call } from '../http/call.ts'

/** Where the provider sends the browser back to. */
export const CALLBACK_PATH = '/auth/callback'

/** A sign-in under way, kept by its tab until the provider answers. */
interface Attempt {
  state: string
  nonce: string
  verifier: string
  /** Path and query the customer asked for (PL-013, AA-002). */
  returnTo: string
}

/** What a good answer of the provider gives for the exchange. */
export interface Returned {
  code: string
  iss: string | undefined
  attempt: Attempt
}

/**
 * The provider's address for a new sign-in: authorization code with PKCE (S256), state and nonce, theme and acr values
 * of the vendor (AA-001). Its secrets wait in this tab's session storage.
 */
export async function startSignIn(returnTo: string, storage: Storage = sessionStorage): Promise<string> {
  const [oauth, authority] = await Promise.all([import('oauth4webapi'), call(getAuthority)])
  const attempt: Attempt = {
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
 * Checks the provider's answer in the callback's query against the sign-in this tab started (state, RFC 6749 10.12;
 * error answers). Each attempt serves once. Throws an Error that says why it cannot be used.
 */
export function readCallback(search: string, storage: Storage = sessionStorage): Returned {
  const attempt = take(storage)
  const answer = new URLSearchParams(search)
  const error = answer.get('error')
  if (error) throw new Error(`${error} ${answer.get('error_description') ?? ''}`.trim())
  if (!attempt) throw new Error('no sign-in was started in this tab')
  if (answer.get('state') !== attempt.state) throw new Error('the state is not the one that was sent')
  const code = answer.get('code')
  if (!code) throw new Error('the answer has no code')
  return { code, iss: answer.get('iss') ?? undefined, attempt }
}

/** Only a path of this site: never another origin, never the callback itself. */
export function safeReturnPath(returnTo: string): string {
  if (!returnTo.startsWith('/') || !URL.canParse(returnTo, location.origin)) return '/'
  const url = new URL(returnTo, location.origin)
  const elsewhere =
    url.origin !== location.origin || url.pathname === CALLBACK_PATH || url.pathname === '/logout'
  return elsewhere ? '/' : url.pathname + url.search + url.hash
}

/** Counts a failed sign-in of this tab; true once three failed within a minute: starting over would go round for ever. */
export function recordSignInFailure(now = Date.now(), storage: Storage = sessionStorage): boolean {
  const recent = [...failures(storage), now].filter(time => now - time < 60_000)
  storage.setItem(FAILURES, JSON.stringify(recent))
  return recent.length >= 3
}

const KEY = 'keepsake.sign-in'
const FAILURES = 'keepsake.sign-in.failures'

function take(storage: Storage): Attempt | undefined {
  const kept = storage.getItem(KEY)
  storage.removeItem(KEY)
  return kept === null ? undefined : (JSON.parse(kept) as Attempt)
}

function failures(storage: Storage): number[] {
  return JSON.parse(storage.getItem(FAILURES) ?? '[]') as number[]
}
