import type { FastifyReply } from 'fastify'
import { BEARER_CHALLENGE } from '#server/http/bearer-token.ts'

/** Sends a page; `formTarget`: where its form may lead besides our own origin. */
export function sendPage(
  reply: FastifyReply,
  status: number,
  page: string,
  formTarget?: string,
): FastifyReply {
  if (status === 401) reply.header('www-authenticate', BEARER_CHALLENGE)
  reply.code(status).headers(PAGE_HEADERS)
  // Browsers apply form-action to the redirects that follow a form as well.
  if (formTarget) reply.header('content-security-policy', `${SOURCES}; form-action 'self' ${formTarget}`)
  return reply.send(page)
}

const SOURCES = [
  "default-src 'none'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * Pages run no script, load from their own origin only, are never cached or framed, and other sites never receive their
 * addresses, which may contain tokens. Not 'no-referrer': with that, browsers submit forms with the Origin 'null'.
 */
export const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': `${SOURCES}; form-action 'self'`,
  'referrer-policy': 'same-origin',
  'x-robots-tag': 'noindex',
}
