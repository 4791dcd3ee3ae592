import * as contract from '#contract/reports.ts'
import { type Domain, route } from '../../http/route.ts'
import { withoutSecrets } from './without-secrets.ts'

/** Failures of the page itself end in the log beside the server's own, tied by the correlation id (OP-89). */
export const reports: Domain = {
  name: 'reports',
  routes: [
    route(contract.reportError, async ({ ctx, body }) => {
      const page = Object.fromEntries(Object.entries(body).map(([key, text]) => [key, withoutSecrets(text)]))
      ctx.log.warn({ page }, 'failure in a page')
    }),
  ],
}
