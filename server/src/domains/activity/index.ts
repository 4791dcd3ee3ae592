import * as contract from '#contract/activity.ts'
import { defineDomain } from '../../domain.ts'
import { route } from '../../http/route.ts'
import { listActivity } from './activity.ts'

/** What is running and what has happened: read from the domains that store it, without a log of its own. */
export const activity = defineDomain({
  name: 'activity',
  dependsOn: ['mails', 'photos', 'activation', 'uploads', 'downloads', 'exports', 'orders', 'projects'],
  routes: [
    route(contract.getActivity, async ({ ctx, caller }) => ({
      items: await listActivity(ctx, caller.accountId),
    })),
  ],
})
