import * as contract from '#contract/reports.ts'
import { defineDomain } from '../../domain.ts'
import { route } from '../../http/route.ts'
import { redactSecrets } from './redaction.ts'

/** Failures of the page itself end in the log beside the server's own, tied by the correlation id (OP-89). */
export const reports = defineDomain({
  name: 'reports',
  dependsOn: [],
  routes: [
    route(contract.reportError, async ({ ctx, body }) => {
      const page = Object.fromEntries(Object.entries(body).map(([key, text]) => [key, redactSecrets(text)]))
      ctx.log.warn({ page }, 'failure in a page')
    }),
  ],
})
