import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

const COOKIE = 'keepsake_shop'
const COOKIE_SECONDS = 2 * 86_400
const VISITOR = /^[\w-]{43}$/

/** Reads the hash of the browser's cookie; null when there is none. */
export function readVisitor(request: FastifyRequest): string | null {
  const value = request.cookies[COOKIE]
  return value && VISITOR.test(value) ? hash(value).toString('base64url') : null
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
  return hash(value).toString('base64url')
}

/** Compares a text with a secret one in a time that tells nothing about the secret. */
export const isEqualText = (secret: string, actual: string): boolean =>
  timingSafeEqual(hash(secret), hash(actual))

const hash = (text: string) => createHash('sha256').update(text).digest()
