import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Context } from '#server/context.ts'
import { requestOrigin } from '#server/http/origin.ts'

/**
 * The CSRF token of a form, in its hidden field: an HMAC of the interaction or link, which no other site can compute.
 */
export function csrfTokenOf(ctx: Context, subject: string): string {
  return tokenOf(ctx.signer.derive(PURPOSE), subject)
}

const PURPOSE = 'page-check'

const tokenOf = (key: Buffer, subject: string) =>
  createHmac('sha256', key).update(subject).digest('base64url')

/**
 * Whether a form was submitted from our own page. Older browsers send no Origin header: then the token alone decides.
 */
export function passesCsrfCheck(
  ctx: Context,
  request: FastifyRequest,
  subject: string,
  given: string,
): boolean {
  const { origin } = request.headers
  if (origin !== undefined && origin !== requestOrigin(ctx.config, request)) return false
  const received = Buffer.from(given)
  return ctx.signer.deriveAll(PURPOSE).some(key => {
    const expected = Buffer.from(tokenOf(key, subject))
    return expected.length === received.length && timingSafeEqual(expected, received)
  })
}
