import { createSession } from '#contract/session.ts'
import { call } from '../http/call.ts'
import { pageSession } from './page-session.ts'
import { removeAttempt, type SignInAttempt } from './sign-in-attempt.ts'

/** A valid authorization response, to be exchanged for a session. */
export interface AuthorizationResponse {
  code: string
  iss: string | undefined
  attempt: SignInAttempt
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

/** Exchanges the code of a sign-in for a session (PKCE) and makes it the session of the page. */
export async function exchangeCode(body: {
  code: string
  codeVerifier: string
  nonce: string
  iss?: string
}) {
  pageSession().setSession(await call(createSession, { body }))
}

/** Counts a failed sign-in of this tab; true after three within a minute, to break a redirect loop. */
export function recordSignInFailure(now = Date.now(), storage: Storage = sessionStorage): boolean {
  const recent = [...failures(storage), now].filter(time => now - time < 60_000)
  storage.setItem(FAILURES, JSON.stringify(recent))
  return recent.length >= 3
}

const FAILURES = 'keepsake.sign-in.failures'

function failures(storage: Storage): number[] {
  return JSON.parse(storage.getItem(FAILURES) ?? '[]') as number[]
}
