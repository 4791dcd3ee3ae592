import * as contract from '#contract/reports.ts'
import { defineDomain } from '../../domain.ts'
import { route } from '../../http/route.ts'
import { redactSecrets } from './redaction.ts'

/** Logs failures that the web reports, with the correlation id of the server's own log lines (OP-89). */
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
