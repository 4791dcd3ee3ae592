import type { FastifyRequest } from 'fastify'
import type { Context } from '#server/context.ts'
import { getRequestOrigin } from '#server/http/origin.ts'
import { isEqualSecret } from '#server/platform/signing/signing.ts'

/**
 * Creates the CSRF token of a form, in its hidden field: an HMAC of the interaction or link, which no other site can
 * compute.
 */
export function createCsrfToken(ctx: Context, subject: string): string {
  return deriveTokens(ctx, subject)[0]!
}

const deriveTokens = (ctx: Context, subject: string) =>
  ctx.signer.macs('page-check', subject).map(mac => mac.toString('base64url'))

/** Whether a form was submitted from our own page. Without an Origin header (older browsers) only the token is checked. */
export function passesCsrfCheck(
  ctx: Context,
  request: FastifyRequest,
  subject: string,
  submittedToken: string,
): boolean {
  const { origin } = request.headers
  if (origin !== undefined && origin !== getRequestOrigin(ctx.config, request)) return false
  return deriveTokens(ctx, subject).some(token => isEqualSecret(submittedToken, token))
}
