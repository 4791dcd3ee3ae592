import * as contract from '#contract/reports.ts'
import { defineDomain } from '../../domain.ts'
import { route } from '../../http/route.ts'

const TOKEN_PATTERN = /\b[0-9a-z]{6,}\.[\w-]{4,}\.[\w-]{4,}/gi

const EMAIL_PATTERN = /[^\s@<>"'(),;:]{1,64}@[^\s@<>"'(),;:]+/g

const QUERY_PATTERN = /[?#][^\s"')]*/g

/** Logs failures that the web reports, with the correlation id of the server's own log lines. */
export const reports = defineDomain({
  name: 'reports',
  dependsOn: [],
  routes: [
    route(contract.reportError, async ({ ctx, body }) => {
      const page = Object.fromEntries(Object.entries(body).map(([key, text]) => [key, redactSecrets(text)]))
      ctx.log.warn({ page }, 'failure reported by a page')
    }),
  ],
})

/**
 * Removes e-mail addresses, tokens and URL queries from a text that a page reported, before it is logged (P30).
 */
function redactSecrets(text: string): string {
  return text.replace(QUERY_PATTERN, '').replace(EMAIL_PATTERN, '[address]').replace(TOKEN_PATTERN, '[token]')
}
