import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Shop } from './context.ts'
import { hashVisitor } from './drafts.ts'
import { PageError } from './page-error.ts'

const COOKIE = 'keepsake_shop'
const COOKIE_SECONDS = 2 * 86_400
const VISITOR = /^[\w-]{43}$/

/** Reads the hash of the browser's cookie; null when there is none. */
export function readVisitor(request: FastifyRequest): string | null {
  const value = request.cookies[COOKIE]
  return value && VISITOR.test(value) ? hashVisitor(value) : null
}

/** Returns the hash of the browser's cookie and sets a missing one. SameSite withholds it from forms of other sites. */
export function ensureVisitor(request: FastifyRequest, reply: FastifyReply): string {
  const existing = readVisitor(request)
  if (existing) return existing
  const value = randomBytes(32).toString('base64url')
  reply.setCookie(COOKIE, value, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: request.protocol === 'https',
    maxAge: COOKIE_SECONDS,
  })
  return hashVisitor(value)
}

/** Creates the CSRF token in a draft's forms, bound to visitor and draft. */
export function createCsrfToken({ secret }: Pick<Shop, 'secret'>, draftId: string, visitor: string): string {
  return createHmac('sha256', secret).update(`${draftId}.${visitor}`).digest('base64url')
}

/** Throws PageError for a form that another site sent (CSRF): by its Origin header and by its `token`. */
export function requireSameOrigin(
  shop: Shop,
  request: FastifyRequest,
  draftId: string,
  visitor: string,
  token: unknown,
): void {
  const { origin } = request.headers
  const isExpected = isEqualText(
    createCsrfToken(shop, draftId, visitor),
    typeof token === 'string' ? token : '',
  )
  const isSameOrigin = origin === undefined || origin === `${request.protocol}://${request.host}`
  if (!isSameOrigin || !isExpected) throw new PageError('stale')
}

/** Compares a text with a secret one in a time that depends only on the length. */
export function isEqualText(secret: string, actual: string): boolean {
  const [a, b] = [Buffer.from(secret), Buffer.from(actual)]
  return a.length === b.length && timingSafeEqual(a, b)
}
