// @vitest-environment happy-dom
import { createMemoryHistory, createRoute, createRouter } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { requireSession } from '../guards.ts'
import { confirmationRoute, publicRoute } from './confirmation-routes.ts'
import { rootRoute } from './root-route.tsx'
import { notFoundRoute, shellRoute } from './shell-route.ts'

/** The guards that run before the screen at `path`, for a tree of one public screen, one confirmation and the shell. */
function guardsOf(path: string) {
  const success = createRoute({ getParentRoute: () => publicRoute, path: PATHS.accountDeleted })
  const confirmation = createRoute({
    getParentRoute: () => confirmationRoute,
    path: PATHS.deleteAccountConfirmation,
  })
  const router = createRouter({
    routeTree: rootRoute.addChildren([
      publicRoute.addChildren([success]),
      confirmationRoute.addChildren([confirmation]),
      shellRoute.addChildren([notFoundRoute]),
    ]),
    history: createMemoryHistory(),
  })
  const [matched] = router.getMatchedRoutes(path)
  return matched.map(route => route.options.beforeLoad as unknown).filter(Boolean)
}

test('AA-012 a screen below the public parent starts no sign-in', () => {
  expect(guardsOf(PATHS.accountDeleted)).toEqual([])
})

test('AA-014 OP-60 a confirmation requires a session, outside of the shell', () => {
  expect(guardsOf(PATHS.deleteAccountConfirmation)).toEqual([requireSession])
})
