import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Context } from '#server/context.ts'
import { parseJson } from '#server/platform/json.ts'
import { decrypt, encrypt } from '#server/platform/signing/encryption.ts'
import { isSecure } from './session-cookies.ts'

/** A started sign-in, stored in a cookie of this browser until the provider redirects back. */
export interface SignInAttempt {
  state: string
  nonce: string
  /** The PKCE verifier. */
  verifier: string
  /** Path, query and fragment that the customer requested. */
  returnTo: string
  /** Whether the customer is asked although there may be a session. */
  asksAgain?: boolean | undefined
  /** The account that is asked again who it is: no other may complete the attempt. */
  askedAccountId?: string | undefined
  /** Its session at the embedded provider, which wrong answers end. */
  askedGrantId?: string | undefined
}

/**
 * Stores an attempt, encrypted, in a cookie of its own, so that tabs can sign in concurrently; removes the oldest excess
 * attempts.
 */
export async function writeAttempt(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  attempt: SignInAttempt,
): Promise<void> {
  for (const name of await listExcessAttempts(ctx, request)) clearAttempt(request, reply, name)
  const text = JSON.stringify({ ...attempt, started: ctx.clock.now().getTime() })
  const name = toShortState(attempt.state)
  const encrypted = await encrypt(ctx.signer.derive(ATTEMPT_PURPOSE), text)
  reply.setCookie(getPrefix(request.host) + name, encrypted, {
    ...getCookieAttributes(request.host),
    maxAge: MAX_AGE,
  })
}

/**
 * Returns the attempt with this state. Undefined for a cookie that was not encrypted with our secret, that has another
 * state, or that has expired; the page then starts the sign-in again.
 */
export async function readAttempt(
  ctx: Context,
  request: FastifyRequest,
  state: string,
): Promise<SignInAttempt | undefined> {
  const attempt = await findAttempt(ctx, request, toShortState(state))
  return attempt?.state === state ? attempt : undefined
}

/**
 * Returns, encrypted, the path that was requested by the attempt with this state, for a link that continues it later, also
 * in another browser; undefined without a valid attempt.
 */
export async function sealReturnPath(
  ctx: Context,
  request: FastifyRequest,
  state: string,
): Promise<string | undefined> {
  const attempt = await readAttempt(ctx, request, state)
  return attempt && encrypt(ctx.signer.derive(RETURN_PATH_PURPOSE), attempt.returnTo)
}

/** Decrypts what `sealReturnPath` returned; '/' without it, and for a removed secret. */
export function openReturnPath(ctx: Context, sealed: string | undefined): Promise<string> | string {
  return sealed === undefined
    ? '/'
    : decrypt(ctx.signer.deriveAll(RETURN_PATH_PURPOSE), sealed).catch(() => '/')
}

/** Removes the attempt with this state: it can be used once. */
export function removeAttempt(request: FastifyRequest, reply: FastifyReply, state: string): void {
  clearAttempt(request, reply, toShortState(state))
}

/** Purpose of the key that encrypts attempts. */
export const ATTEMPT_PURPOSE = 'sign-in-attempt'
const RETURN_PATH_PURPOSE = 'return-path'
/** Seconds; the provider's interaction lasts as long. */
const MAX_AGE = 3600
const MAX_ATTEMPTS = 5
/** Most characters of all attempts of a browser, which are in the header of each request. */
const MAX_LENGTH = 8000

/** Lists names, without prefix, of the attempts to remove before another one is stored. */
async function listExcessAttempts(ctx: Context, request: FastifyRequest): Promise<string[]> {
  const prefix = getPrefix(request.host)
  const attempts = await Promise.all(
    Object.entries(request.cookies)
      .filter(([cookie]) => cookie.startsWith(prefix))
      .map(async ([cookie, value = '']) => {
        const name = cookie.slice(prefix.length)
        return { name, length: value.length, started: (await findAttempt(ctx, request, name))?.started ?? 0 }
      }),
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
  asksAgain: z.boolean().optional(),
  askedAccountId: z.string().optional(),
  askedGrantId: z.string().optional(),
  started: z.number(),
})

type StoredAttempt = z.infer<typeof storedAttempt>

async function findAttempt(
  ctx: Context,
  { cookies, host }: FastifyRequest,
  name: string,
): Promise<StoredAttempt | undefined> {
  const encrypted = cookies[getPrefix(host) + name]
  if (encrypted === undefined) return undefined
  // Fails for a cookie of another site or of a removed secret.
  return parse(ctx, await decrypt(ctx.signer.deriveAll(ATTEMPT_PURPOSE), encrypted).catch(() => ''))
}

function parse({ clock }: Pick<Context, 'clock'>, text: string): StoredAttempt | undefined {
  const { data: attempt } = storedAttempt.safeParse(parseJson(text))
  return attempt && attempt.started + MAX_AGE * 1000 > clock.now().getTime() ? attempt : undefined
}

function clearAttempt(request: FastifyRequest, reply: FastifyReply, name: string): void {
  const { cookies, host } = request
  const cookie = getPrefix(host) + name
  if (cookies[cookie] !== undefined) reply.clearCookie(cookie, getCookieAttributes(host))
}

/**
 * Without the prefix `__Host-`, which browsers accept over TLS only, a sibling host could plant its own attempt and so sign
 * a visitor in to its own account (RFC 6265bis, 4.1.3.2).
 */
const getPrefix = (host: string) => `${isSecure(host) ? '__Host-' : ''}keepsake_sign_in_attempt_`

/** The first characters of the state distinguish the attempts of one browser. */
const toShortState = (state: string) => state.slice(0, 16).replaceAll(/[^\w-]/g, '')

/** The prefix requires the root path and no domain. */
const getCookieAttributes = (host: string) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure(host) }) as const
