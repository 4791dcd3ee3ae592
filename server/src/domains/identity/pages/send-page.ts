import type { FastifyReply } from 'fastify'
import { BEARER_CHALLENGE } from '#server/http/bearer-token.ts'

/** Sends a page; `formTarget`: an additional origin to which its form may redirect. */
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
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * Pages run and load what is of their own origin only, work without script, are never cached or framed, and do not reveal their addresses, which
 * may contain tokens, to other sites. Not 'no-referrer', with which browsers submit forms with the Origin 'null'.
 */
export const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': `${SOURCES}; form-action 'self'`,
  'referrer-policy': 'same-origin',
  'x-robots-tag': 'noindex',
}
