import { createHash, randomBytes } from 'node:crypto'
import type { Session } from '#contract/session.ts'
import { type Browser, csrfTokenIn } from './browser.ts'

export interface SignInRequest {
  verifier: string
  state: string
  nonce: string
  parameters: URLSearchParams
}

/** Prepares an authorization request as the web does; `changes` replaces parameters, or removes them (null). */
export async function startSignIn(
  browser: Browser,
  changes: Record<string, string | null> = {},
): Promise<SignInRequest> {
  const authority = (await browser.get('/session/authority')).json()
  const [verifier, state, nonce] = [secret(), secret(), secret()]
  const parameters = new URLSearchParams({
    client_id: authority.clientId,
    redirect_uri: authority.redirectUri,
    response_type: 'code',
    scope: authority.scope,
    state,
    nonce,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    acr_values: authority.acrValues,
    theme: authority.theme,
    ui_locales: authority.uiLocales,
  })
  for (const [key, value] of Object.entries(changes))
    if (value === null) parameters.delete(key)
    else parameters.set(key, value)
  return { verifier, state, nonce, parameters }
}

/** Opens the sign-in page; returns its path and HTML. */
export async function openSignInPage(
  browser: Browser,
  request: SignInRequest,
): Promise<{ path: string; page: string }> {
  const { url, answer } = await browser.follow(`/identity/auth?${request.parameters}`, isCallback)
  if (!answer) throw new Error('There was no sign-in page')
  return { path: url.pathname, page: answer.body }
}

export const isCallback = (url: URL) => url.pathname === '/auth/callback'

/** Submits the sign-in form; returns the parameters of the callback on success, else the page. */
export async function enter(
  browser: Browser,
  at: { path: string; page: string },
  email: string,
  password: string,
) {
  const answer = await browser.submit(at.path, { check: csrfTokenIn(at.page), email, password })
  if (answer.statusCode !== 303) return { answer, callback: null }
  const { url } = await browser.follow(answer.headers.location!, isCallback)
  if (!url.searchParams.has('code')) throw new Error(`The provider sent no code but ${url}`)
  return { answer, callback: url.searchParams }
}

/** Exchanges the code as the web does on its callback address. */
export function exchange(
  browser: Browser,
  request: SignInRequest,
  callback: URLSearchParams,
  changes: object = {},
) {
  return browser.post('/session/token', {
    code: callback.get('code'),
    codeVerifier: request.verifier,
    nonce: request.nonce,
    iss: callback.get('iss'),
    ...changes,
  })
}

/** Signs in completely, from the authorization request to the session. */
export async function signInAs(browser: Browser, email: string, password: string): Promise<Session> {
  const request = await startSignIn(browser)
  const { answer, callback } = await enter(browser, await openSignInPage(browser, request), email, password)
  if (!callback) throw new Error(`Sign-in was refused with ${answer.statusCode}`)
  const exchanged = await exchange(browser, request, callback)
  if (exchanged.statusCode !== 200) throw new Error(`The code was refused: ${exchanged.body}`)
  return exchanged.json()
}

export function getMe(browser: Browser, token: string) {
  return browser.get('/api/customers/customers/me', { authorization: `Bearer ${token}` })
}

const secret = () => randomBytes(32).toString('base64url')
