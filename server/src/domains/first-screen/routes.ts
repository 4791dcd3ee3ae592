import { refreshWithFirstScreen } from '#contract/first-screen.ts'
import { type Route, route } from '../../http/route.ts'
import { refreshCookieSession } from '../identity/index.ts'
import { findFirstScreen } from './first-screen.ts'

export const firstScreenRoutes: readonly Route[] = [
  route(refreshWithFirstScreen, async call => {
    const session = await refreshCookieSession(call)
    return session && { ...session, firstScreen: await findFirstScreen(call, session.accessToken) }
  }),
]
