import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { hashVisitor } from './drafts.ts'

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

/** Compares a text with a secret one in a time that depends only on the length. */
export function isEqualText(secret: string, actual: string): boolean {
  const [a, b] = [Buffer.from(secret), Buffer.from(actual)]
  return a.length === b.length && timingSafeEqual(a, b)
}
