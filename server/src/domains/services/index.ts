import { getRefusals } from '#contract/retailer-refusals.ts'
import { defineDomain, eraseRows } from '../../domain.ts'
import { route } from '../../http/route.ts'
import { handleJob } from '../../platform/jobs/jobs.ts'
import { recordAfterResponse } from './after-response.ts'
import { serviceGuard } from './guard.ts'
import { watchServices } from './job-kinds.ts'
import { serviceSource } from './metrics.ts'
import { deleteOldReads } from './originals/reads.ts'
import { deleteOldRefusals, listRetailerRefusals } from './refusals.ts'
import { getAccountRowsSql } from './store/states.ts'
import { serviceTables } from './tables.ts'
import { serviceTokenCommand } from './tokens/command.ts'
import { warnOfTokenEnds } from './tokens/warnings.ts'

export { countOriginalReads } from './originals/reads.ts'
export { answerState, answerStates, type DescribeStates } from './states/read-states.ts'
export {
  type IncomingVersion,
  isSameContent,
  receiveVersion,
  type VersionedFeed,
  type VersionResult,
} from './states/receive-version.ts'
export { adoptState } from './states/record-state.ts'
export { deleteStates } from './store/states.ts'
export { createServiceToken, replaceServiceToken } from './tokens/tokens.ts'

/** The retailer's services: their tokens, what they read, and what they sent. */
export const services = defineDomain({
  name: 'services',
  dependsOn: [],
  tables: serviceTables,
  routes: [
    route(getRefusals, ({ ctx, query, request }) => listRetailerRefusals(ctx, request.service!, query.since)),
  ],
  guards: { service: serviceGuard },
  mount: recordAfterResponse,
  jobs: [
    handleJob(watchServices, async ctx => {
      await warnOfTokenEnds(ctx)
      await deleteOldReads(ctx)
      await deleteOldRefusals(ctx)
    }),
  ],
  commands: [serviceTokenCommand],
  metrics: { sources: ctx => [serviceSource(ctx)] },
  eraseAccount: eraseRows(getAccountRowsSql),
})
