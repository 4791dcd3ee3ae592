import { type FirstScreen, refreshWithFirstScreen } from '#contract/first-screen.ts'
import { defineDomain } from '../../domain.ts'
import { type Call, type Route, route } from '../../http/route.ts'
import { getActivation } from '../activation/index.ts'
import { getLibraryTotals } from '../albums/index.ts'
import { getCustomerOfCaller } from '../customers/index.ts'
import { authenticateToken, refreshCookieSession } from '../identity/index.ts'
import { getTimelineStart } from '../photos/index.ts'
import { getSharedAlbumsSummary } from '../shared-albums/index.ts'

const firstScreenRoutes: readonly Route[] = [
  route(refreshWithFirstScreen, async call => {
    const session = await refreshCookieSession(call)
    return session && { ...session, firstScreen: await findFirstScreen(call, session.accessToken) }
  }),
]

/** The data of a visit's first screen, in one answer with its session. */
export const firstScreen = defineDomain({
  name: 'first-screen',
  dependsOn: ['customers', 'identity', 'photos', 'activation', 'albums', 'shared-albums'],
  routes: firstScreenRoutes,
})

/**
 * Finds the timeline's first screen for the owner of the access token. Null if it cannot be read: an error would lose
 * the session, which has been refreshed; the page then makes the calls itself and reports their errors.
 */
async function findFirstScreen(
  { ctx, request, origin, query }: FirstScreenCall,
  accessToken: string,
): Promise<FirstScreen | null> {
  try {
    const caller = await authenticateToken(ctx, accessToken, request.host)
    if (!caller) return null
    // The addresses of its pictures belong to the session.
    request.caller = caller
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
