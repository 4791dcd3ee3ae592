import { type FirstScreen, refreshWithFirstScreen } from '#contract/first-screen.ts'
import type { Session } from '#contract/session.ts'
import type { Sort } from '#web/gallery/index.ts'
import { call } from '#web/platform/http/call.ts'
import { readSort } from './pages/my-photos/sort-preference.ts'

/** Data of the timeline's first screen, and the order of its photos. */
export interface FirstScreenInOrder {
  sort: Sort
  data: FirstScreen
}

/** Whether a visit that begins at the path shows the timeline first. */
export const beginsOnTimeline = (pathname: string): boolean => /^\/my-photos(\/photos)?\/?$/.test(pathname)

/**
 * Refreshes the session with the cookies, in one call with what the timeline shows first, which `receive` is called with
 * before the session is known. Null without a session.
 */
export async function refreshForTimeline(
  receive: (screen: FirstScreenInOrder) => void,
): Promise<Session | null> {
  const sort = readSort('photos')
  const answer = await call(refreshWithFirstScreen, {
    query: { sortKey: sort.key, sortOrder: sort.order },
  })
  if (!answer) return null
  const { firstScreen, ...session } = answer
  if (firstScreen) receive({ sort, data: firstScreen })
  return session
}
