import * as contract from '#contract/activity.ts'
import { defineDomain } from '../../domain.ts'
import { route } from '../../http/route.ts'
import { listActivity } from './activity.ts'

/** Running and past events of an account, read from the domains that store them, without a log of its own. */
export const activity = defineDomain({
  name: 'activity',
  dependsOn: [
    'mails',
    'identity',
    'photos',
    'photo-dates',
    'activation',
    'uploads',
    'downloads',
    'exports',
    'orders',
    'projects',
    'similar-photos',
  ],
  routes: [
    route(contract.getActivity, async ({ ctx, caller }) => ({
      items: await listActivity(ctx, caller.accountId),
    })),
  ],
})
