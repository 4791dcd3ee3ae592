import type { FirstScreen, refreshWithFirstScreen } from '#contract/first-screen.ts'
import type { Call } from '../../http/route.ts'
import { getActivation } from '../activation/index.ts'
import { getLibraryTotals } from '../albums/index.ts'
import { getCustomerOfCaller } from '../customers/index.ts'
import { authenticateToken } from '../identity/index.ts'
import { getTimelineStart } from '../photos/index.ts'
import { getSharedAlbumsSummary } from '../shared-albums/index.ts'

/**
 * Finds the timeline's first screen for the owner of the access token. Null if it cannot be read: an error would lose
 * the session, which has been refreshed; the page then makes the calls itself and reports their errors.
 */
export async function findFirstScreen(
  { ctx, request, origin, query }: FirstScreenCall,
  accessToken: string,
): Promise<FirstScreen | null> {
  try {
    const caller = await authenticateToken(ctx, accessToken, request.host)
    if (!caller) return null
    const { accountId } = caller
    const [customer, activation, totals, sharedAlbums, start] = await Promise.all([
      getCustomerOfCaller(ctx, caller),
      getActivation(ctx, accountId),
      getLibraryTotals(ctx, accountId),
      getSharedAlbumsSummary(ctx, accountId),
      getTimelineStart(ctx, accountId, origin, query),
    ])
    return { customer, activation, totals, sharedAlbums, ...start }
  } catch (error) {
    ctx.log.error({ err: error }, 'the first screen could not be read')
    return null
  }
}

type FirstScreenCall = Pick<Call<typeof refreshWithFirstScreen>, 'ctx' | 'request' | 'origin' | 'query'>
