import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { getEnvironmentByHost } from '#brands/index.ts'

/** A started sign-in, stored in a cookie that no script can read until the provider redirects back (OP-44). */
export interface SignInAttempt {
  state: string
  nonce: string
  /** The PKCE verifier. */
  verifier: string
  /** Path, query and fragment that the customer requested (PL-013, AA-002). */
  returnTo: string
}

/** Stores an attempt in a cookie of its own, so that tabs can sign in concurrently; removes the oldest excess attempts. */
export function writeAttempt(
  request: FastifyRequest,
  reply: FastifyReply,
  attempt: SignInAttempt,
  now: Date,
): void {
  for (const name of listExcessAttempts(request)) reply.clearCookie(name, getCookieAttributes(request.host))
  const value = Buffer.from(JSON.stringify({ ...attempt, started: now.getTime() })).toString('base64url')
  reply.setCookie(toCookieName(attempt.state), value, {
    ...getCookieAttributes(request.host),
    maxAge: MAX_AGE,
  })
}

/** Returns the attempt with this state and removes it: it can be used once. */
export function removeAttempt(
  request: FastifyRequest,
  reply: FastifyReply,
  state: string,
): SignInAttempt | undefined {
  const name = toCookieName(state)
  const attempt = parse(request.cookies[name])
  if (attempt) reply.clearCookie(name, getCookieAttributes(request.host))
  return attempt?.state === state ? attempt : undefined
}

/** Seconds; the provider's interaction lasts as long. */
const MAX_AGE = 3600
const MAX_ATTEMPTS = 5
const PREFIX = 'keepsake_attempt_'

/** Lists names of the cookies to remove before another attempt is stored. */
function listExcessAttempts(request: FastifyRequest): string[] {
  return Object.entries(request.cookies)
    .filter(([name]) => name.startsWith(PREFIX))
    .map(([name, value]) => ({ name, started: parse(value)?.started ?? 0 }))
    .sort((a, b) => b.started - a.started)
    .slice(MAX_ATTEMPTS - 1)
    .map(({ name }) => name)
}

const storedAttempt = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  returnTo: z.string(),
  started: z.number(),
})

function parse(value: string | undefined): z.infer<typeof storedAttempt> | undefined {
  try {
    return storedAttempt.parse(JSON.parse(Buffer.from(value ?? '', 'base64url').toString()))
  } catch {
    return undefined
  }
}

/** The first characters of the state distinguish the attempts of one browser. */
function toCookieName(state: string): string {
  return PREFIX + state.slice(0, 16).replaceAll(/[^\w-]/g, '')
}

/** Sent to this host's token endpoint only. */
function getCookieAttributes(host: string) {
  const secure = getEnvironmentByHost(host) !== 'development'
  return { path: '/session', httpOnly: true, sameSite: 'lax', secure } as const
}
