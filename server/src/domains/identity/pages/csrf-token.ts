import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Context } from '#server/context.ts'
import { requestOrigin } from '#server/http/origin.ts'

/** The hidden value of a page's form: only a page of ours, made for this interaction or link, can carry it. */
export function csrfTokenOf(ctx: Context, subject: string): string {
  return createHmac('sha256', ctx.signer.derive('page-check')).update(subject).digest('base64url')
}

/** True for a form that was sent from our own page (CSRF); older browsers leave the Origin header out. */
export function passesCsrfCheck(
  ctx: Context,
  request: FastifyRequest,
  subject: string,
  given: string,
): boolean {
  const { origin } = request.headers
  if (origin !== undefined && origin !== requestOrigin(ctx.config, request)) return false
  const right = Buffer.from(csrfTokenOf(ctx, subject))
  const sent = Buffer.from(given)
  return right.length === sent.length && timingSafeEqual(right, sent)
}
