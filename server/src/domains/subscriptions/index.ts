import { millisecondsInDay } from 'date-fns/constants'
import { defineDomain } from '../../domain.ts'
import { on } from '../../platform/events/events.ts'
import { handleJob } from '../../platform/jobs/jobs.ts'
import { emailChanged } from '../identity/index.ts'
import { listBrandIds, subscriptionEraser } from './erasure.ts'
import { cleanUpSubscriptionsJob, mailOptInJob } from './job-kinds.ts'
import { sendOptIn } from './opt-in-email.ts'
import { subscriptionRoutes } from './routes.ts'
import { deleteRequestsBefore, moveProfiles } from './store.ts'
import { subscriptionTables } from './tables.ts'
import { serveUnsubscribe } from './unsubscribe-page.ts'

/** Days after which an unconfirmed request is deleted. */
const REQUEST_DAYS = 30

/** Newsletter subscriptions with double opt-in, of customers and of addresses without an account. */
export const subscriptions = defineDomain({
  name: 'subscriptions',
  dependsOn: ['brands', 'mails', 'customers', 'identity'],
  tables: subscriptionTables,
  routes: subscriptionRoutes,
  mount: serveUnsubscribe,
  jobs: [
    handleJob(mailOptInJob, async (ctx, payloads) => {
      for (const { ticket } of payloads) await sendOptIn(ctx, ticket)
    }),
    handleJob(cleanUpSubscriptionsJob, ctx =>
      deleteRequestsBefore(ctx.db, new Date(ctx.clock.now().getTime() - REQUEST_DAYS * millisecondsInDay)),
    ),
  ],
  listeners: [
    on(emailChanged, (_ctx, tx, { vendor, ...addresses }) =>
      moveProfiles(tx, listBrandIds(vendor), addresses),
    ),
  ],
  eraseAccount: subscriptionEraser,
})
