import { createHash, randomBytes } from 'node:crypto'
import type { Session } from '#contract/session.ts'
import type { Context } from '#server/context.ts'
import { decrypt, encrypt } from '#server/platform/signing/encryption.ts'
import { ATTEMPT_PURPOSE } from '../session/sign-in-attempts.ts'
import { type Browser, readCsrfToken } from './browser.ts'

export interface SignInRequest {
  /** The PKCE verifier of an app that makes the request itself; the web's is encrypted in its cookie. */
  verifier: string
  state: string
  /** The authorization endpoint. */
  address: string
  parameters: URLSearchParams
}

/**
 * Starts a sign-in as a page request does; returns its authorization request, in which `changes` replace parameters, or
 * remove them (null). Another client has a verifier of its own.
 */
export async function startSignIn(
  browser: Browser,
  changes: Record<string, string | null> = {},
  returnTo = '/',
): Promise<SignInRequest> {
  const answer = await browser.get(`/session/sign-in?${new URLSearchParams({ returnTo })}`)
  if (answer.statusCode !== 302) throw new Error(`No sign-in was started: ${answer.body}`)
  const { origin, pathname, searchParams: parameters } = new URL(answer.headers.location!)
  const state = parameters.get('state')!
  const verifier = randomBytes(32).toString('base64url')
  if (changes.client_id)
    parameters.set('code_challenge', createHash('sha256').update(verifier).digest('base64url'))
  for (const [key, value] of Object.entries(changes))
    if (value === null) parameters.delete(key)
    else parameters.set(key, value)
  return { verifier, state, address: origin + pathname, parameters }
}

/** Replaces secrets in the browser's cookie of the attempt, as only the server could. */
export async function changeAttempt(
  { signer }: Pick<Context, 'signer'>,
  browser: Browser,
  state: string,
  changes: { verifier?: string; nonce?: string; state?: string },
): Promise<void> {
  const key = signer.derive(ATTEMPT_PURPOSE)
  const name = getAttemptCookieName(state)
  const attempt = JSON.parse(await decrypt([key], browser.cookie(name) ?? ''))
  browser.replaceCookie(name, await encrypt(key, JSON.stringify({ ...attempt, ...changes })))
}

export const getAttemptCookieName = (state: string) => `keepsake_sign_in_attempt_${state.slice(0, 16)}`

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
export async function submitSignIn(
  browser: Browser,
  at: { path: string; page: string },
  email: string,
  password: string,
) {
  const answer = await browser.submit(at.path, { check: readCsrfToken(at.page), email, password })
  if (answer.statusCode !== 303) return { answer, callbackParams: null }
  const { url, answer: last } = await browser.follow(answer.headers.location!, isCallback)
  if (!url.searchParams.has('code')) throw new Error(`The provider sent no code but ${url}: ${last?.body}`)
  return { answer, callbackParams: url.searchParams }
}

/** Submits address and password on the page of a sign-in, of a new one by default; returns that as well. */
export async function enterPassword(
  browser: Browser,
  email: string,
  password: string,
  request?: SignInRequest,
) {
  const started = request ?? (await startSignIn(browser))
  const at = await openSignInPage(browser, started)
  return { request: started, ...(await submitSignIn(browser, at, email, password)) }
}

/** Requests a mail on the page of a sign-up or of a forgotten password; returns that of the sign-in as well. */
export async function requestMail(
  browser: Browser,
  page: 'sign-up' | 'forgotten',
  fields: Record<string, string>,
  { returnTo = '/', headers = {} }: { returnTo?: string; headers?: Record<string, string> } = {},
) {
  const { path } = await openSignInPage(browser, await startSignIn(browser, {}, returnTo))
  return { path, answer: await browser.submitPage(`${path}/${page}`, fields, headers) }
}

/** Exchanges the code as the web does on its callback address. */
export function exchangeCode(
  browser: Browser,
  request: SignInRequest,
  callbackParams: URLSearchParams,
  changes: object = {},
) {
  return browser.post('/session/token', {
    code: callbackParams.get('code'),
    state: request.state,
    iss: callbackParams.get('iss'),
    ...changes,
  })
}

/** Signs in completely, from the authorization request to the session. */
export async function signInAs(browser: Browser, email: string, password: string): Promise<Session> {
  const { request, answer, callbackParams } = await enterPassword(browser, email, password)
  if (!callbackParams) throw new Error(`Sign-in was refused with ${answer.statusCode}`)
  const exchange = await exchangeCode(browser, request, callbackParams)
  if (exchange.statusCode !== 200) throw new Error(`The code was refused: ${exchange.body}`)
  return exchange.json()
}

export function getMe(browser: Browser, token: string) {
  return browser.get('/api/customers/customers/me', { authorization: `Bearer ${token}` })
}
