import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Shop } from './context.ts'
import { visitorHash } from './drafts.ts'
import { Refusal } from './refusal.ts'

const COOKIE = 'keepsake_shop'
const SECONDS = 2 * 86_400
const VISITOR = /^[\w-]{43}$/

/** The hash of the browser's cookie; null when it brings none. */
export function visitorOf(request: FastifyRequest): string | null {
  const value = request.cookies[COOKIE]
  return value && VISITOR.test(value) ? visitorHash(value) : null
}

/** The same, after giving the browser a cookie if it has none. No script can read it, no other site sends it with a form. */
export function welcome(request: FastifyRequest, reply: FastifyReply): string {
  const known = visitorOf(request)
  if (known) return known
  const value = randomBytes(32).toString('base64url')
  reply.setCookie(COOKIE, value, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: request.protocol === 'https',
    maxAge: SECONDS,
  })
  return visitorHash(value)
}

/** The hidden value of a draft's forms: only a page made for this visitor and draft carries it. */
export function checkOf({ secret }: Pick<Shop, 'secret'>, draftId: string, visitor: string): string {
  return createHmac('sha256', secret).update(`${draftId}.${visitor}`).digest('base64url')
}

/** Refuses a form that another site sent (CSRF). */
export function mustComeFromUs(
  shop: Shop,
  request: FastifyRequest,
  draftId: string,
  visitor: string,
  given: unknown,
): void {
  const { origin } = request.headers
  const right = Buffer.from(checkOf(shop, draftId, visitor))
  const sent = Buffer.from(typeof given === 'string' ? given : '')
  const ours = origin === undefined || origin === `${request.protocol}://${request.host}`
  if (!ours || right.length !== sent.length || !timingSafeEqual(right, sent)) throw new Refusal('stale')
}
