import { createSession } from '#contract/session.ts'
import { call } from '../http/call.ts'
import { pageSession } from './page-session.ts'

/** A successful authorization response (RFC 6749 4.1.2, RFC 9207). */
export interface AuthorizationResponse {
  code: string
  state: string
  iss: string | undefined
}

/** Reads the authorization response in the callback's query. Throws an Error that names the reason. */
export function readCallback(search: string): AuthorizationResponse {
  const answer = new URLSearchParams(search)
  const error = answer.get('error')
  if (error) throw new Error(`${error} ${answer.get('error_description') ?? ''}`.trim())
  const [code, state] = [answer.get('code'), answer.get('state')]
  if (!code || !state) throw new Error(`the answer has no ${code ? 'state' : 'code'}`)
  return { code, state, iss: answer.get('iss') ?? undefined }
}

/**
 * Exchanges the code for a session and makes it the session of the page; returns the path to come back to. The server
 * checks the state against the sign-in that this browser started.
 */
export async function exchangeCode(body: AuthorizationResponse): Promise<string> {
  const { returnTo, ...session } = await call(createSession, { body })
  pageSession().setSession(session)
  return returnTo
}

/** Counts a failed sign-in of this tab; true after three within a minute, to break a redirect loop. */
export function recordSignInFailure(now = Date.now(), storage: Storage = sessionStorage): boolean {
  const recentFailures = [...readFailures(storage), now].filter(time => now - time < 60_000)
  storage.setItem(FAILURES_KEY, JSON.stringify(recentFailures))
  return recentFailures.length >= 3
}

const FAILURES_KEY = 'keepsake.sign-in.failures'

function readFailures(storage: Storage): number[] {
  return JSON.parse(storage.getItem(FAILURES_KEY) ?? '[]') as number[]
}
