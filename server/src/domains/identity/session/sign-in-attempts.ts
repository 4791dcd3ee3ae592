import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { getEnvironmentByHost } from '#brands/index.ts'
import type { Context } from '#server/context.ts'
import { parseJson } from '#server/platform/json.ts'
import { decrypt, encrypt } from '#server/platform/signing/encryption.ts'

/** A started sign-in, stored in a cookie of this browser until the provider redirects back (OP-44). */
export interface SignInAttempt {
  state: string
  nonce: string
  /** The PKCE verifier. */
  verifier: string
  /** Path, query and fragment that the customer requested (PL-013, AA-002). */
  returnTo: string
}

type AttemptContext = Pick<Context, 'signer' | 'clock'>

/**
 * Stores an attempt, encrypted, in a cookie of its own, so that tabs can sign in concurrently; removes the oldest excess
 * attempts.
 */
export async function writeAttempt(
  ctx: AttemptContext,
  request: FastifyRequest,
  reply: FastifyReply,
  attempt: SignInAttempt,
): Promise<void> {
  for (const name of await listExcessAttempts(ctx, request))
    reply.clearCookie(name, getCookieAttributes(request.host))
  const storedAttempt = { ...attempt, started: ctx.clock.now().getTime() }
  const value = await encrypt(ctx.signer.derive(ATTEMPT_PURPOSE), JSON.stringify(storedAttempt))
  reply.setCookie(toCookieName(request.host, attempt.state), value, {
    ...getCookieAttributes(request.host),
    maxAge: MAX_AGE,
  })
}

/**
 * Returns the attempt with this state and removes it: it can be used once. Undefined for a cookie that was not encrypted
 * with our secret, that has another state, or that has expired; the page then starts the sign-in again.
 */
export async function removeAttempt(
  ctx: AttemptContext,
  request: FastifyRequest,
  reply: FastifyReply,
  state: string,
): Promise<SignInAttempt | undefined> {
  const name = toCookieName(request.host, state)
  const value = request.cookies[name]
  if (value === undefined) return undefined
  reply.clearCookie(name, getCookieAttributes(request.host))
  const attempt = await readAttempt(ctx, value)
  return attempt?.state === state ? attempt : undefined
}

/** Purpose of the key that encrypts attempts. */
export const ATTEMPT_PURPOSE = 'sign-in-attempt'
/** Seconds; the provider's interaction lasts as long. */
const MAX_AGE = 3600
const MAX_ATTEMPTS = 5
/** Most characters of all attempts of a browser, which are in the header of each request. */
const MAX_LENGTH = 8000
const PREFIX = 'keepsake_attempt_'

/** Lists names of the cookies to remove before another attempt is stored. */
async function listExcessAttempts(ctx: AttemptContext, request: FastifyRequest): Promise<string[]> {
  const prefix = toCookieName(request.host, '')
  const cookies = Object.entries(request.cookies).filter(([name]) => name.startsWith(prefix))
  const attempts = await Promise.all(
    cookies.map(async ([name, value = '']) => ({
      name,
      length: value.length,
      started: (await readAttempt(ctx, value))?.started ?? 0,
    })),
  )
  let length = 0
  return attempts
    .sort((a, b) => b.started - a.started)
    .filter((attempt, i) => {
      length += attempt.length
      return i >= MAX_ATTEMPTS - 1 || length > MAX_LENGTH
    })
    .map(({ name }) => name)
}

const storedAttempt = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  returnTo: z.string(),
  started: z.number(),
})

async function readAttempt(
  { signer, clock }: AttemptContext,
  value: string,
): Promise<z.infer<typeof storedAttempt> | undefined> {
  // Undefined for a cookie of another site, of an earlier release or of a removed secret.
  const text = await decrypt(signer.deriveAll(ATTEMPT_PURPOSE), value).catch(() => '')
  const { data: attempt } = storedAttempt.safeParse(parseJson(text))
  return attempt && attempt.started + MAX_AGE * 1000 > clock.now().getTime() ? attempt : undefined
}

/**
 * The first characters of the state distinguish the attempts of one browser. Without the prefix, which browsers accept
 * over TLS only, a sibling host could plant its own attempt and so sign a visitor in to its own account (RFC 6265bis,
 * 4.1.3.2).
 */
function toCookieName(host: string, state: string): string {
  const prefix = isSecure(host) ? '__Host-' : ''
  return prefix + PREFIX + state.slice(0, 16).replaceAll(/[^\w-]/g, '')
}

/** The prefix requires the root path and no domain. */
const getCookieAttributes = (host: string) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure(host) }) as const

/** Hosts on a developer's machine have no TLS. */
const isSecure = (host: string) => getEnvironmentByHost(host) !== 'development'
