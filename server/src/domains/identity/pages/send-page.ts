import type { FastifyReply } from 'fastify'
import { BEARER_CHALLENGE } from '#server/http/bearer-token.ts'

export function sendPage(reply: FastifyReply, status: number, page: string): FastifyReply {
  if (status === 401) reply.header('www-authenticate', BEARER_CHALLENGE)
  return reply.code(status).headers(PAGE_HEADERS).send(page)
}

/**
 * Pages run no script, load from their own origin only, are never cached or framed, and other sites never receive their
 * addresses, which may contain tokens. Not 'no-referrer': with that, browsers submit forms with the Origin 'null'.
 */
export const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': [
    "default-src 'none'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'referrer-policy': 'same-origin',
  'x-robots-tag': 'noindex',
}
