import { getCustomer } from '#contract/customers.ts'
import { CALLBACK_PATH, PUBLIC_PATHS, SIGN_OUT_PATH } from '#contract/pages.ts'
import { type ConfigState, loadConfig } from '#web/platform/config/config.ts'
import { configureHttp, prefetch } from '#web/platform/http/call.ts'
import { loadModule } from '#web/platform/lazy/load-module.ts'
import { createPageSession } from '#web/platform/session/page-session.ts'
import type { SessionState } from '#web/platform/session/session.ts'
import { applyTheme } from '#web/ui/theme.ts'
import { beginsOnTimeline, type FirstScreenInOrder, refreshForTimeline } from './first-screen.ts'
import { redirectToSignIn } from './redirect-to-sign-in.ts'

/** Requests of a page load that start before the app's code is loaded. */
export interface Visit {
  config: Promise<ConfigState>
  /** Resolves before the session does; never resolves when the session comes without a first screen. */
  firstScreen: Promise<FirstScreenInOrder>
}

/**
 * Requests the configuration, and the session beside the texts and the menu. Sets what they change before it is
 * painted.
 */
export function beginVisit(): Visit {
  const { promise: firstScreen, resolve: showFirst } = Promise.withResolvers<FirstScreenInOrder>()
  const config = loadConfig(location.hostname, ({ brand }) => {
    applyTheme(brand.theme)
    document.documentElement.lang = brand.locale
    beginSession(showFirst)
  })
  return { config, firstScreen }
}

/** Requests a session by cookie, with what the timeline shows first. */
function beginSession(showFirst: (screen: FirstScreenInOrder) => void) {
  const session = createPageSession(
    () => location.reload(),
    beginsOnTimeline(location.pathname) ? () => refreshForTimeline(showFirst) : undefined,
  )
  configureHttp({
    token: () => session.token(),
    renew: refused => session.renew(refused),
    signIn: () => void redirectToSignIn(location.pathname + location.search + location.hash),
  })
  // The sign-in callback creates its own.
  if (location.pathname === CALLBACK_PATH || PUBLIC_PATHS.includes(location.pathname)) return
  session.start().then(callFirst, () => {
    // The route's guard tries again and shows the error.
  })
}

/** Requests what the shell and, on their page, the orders show, unless it came with the session or that is to end. */
function callFirst({ status }: SessionState) {
  const { pathname } = location
  if (status !== 'signed-in' || beginsOnTimeline(pathname) || pathname === SIGN_OUT_PATH) return
  void prefetch(getCustomer, {})
  if (!/^\/orders\/?$/.test(pathname)) return
  loadModule(() => import('./prefetch-orders.ts')).then(
    ({ prefetchOrders }) => prefetchOrders(),
    () => {
      // The screen makes the call itself.
    },
  )
}
