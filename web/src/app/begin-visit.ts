import { CALLBACK_PATH, PUBLIC_PATHS } from '#contract/pages.ts'
import { type ConfigState, loadConfig } from '#web/platform/config/config.ts'
import { configureHttp } from '#web/platform/http/call.ts'
import { loadModule } from '#web/platform/lazy/load-module.ts'
import { createPageSession } from '#web/platform/session/page-session.ts'
import { applyTheme } from '#web/ui/theme.ts'
import { beginsOnTimeline, type FirstScreenInOrder, refreshForTimeline } from './first-screen.ts'
import { loadLateFrame } from './load-late-frame.ts'
import { redirectToSignIn } from './redirect-to-sign-in.ts'

/** Requests of a page load that start before the router exists. */
export interface Visit {
  config: Promise<ConfigState>
  /** Resolves before the session does; never resolves when the session comes without a first screen. */
  firstScreen: Promise<FirstScreenInOrder>
  /** Begins the session of a page that starts without its configuration; does nothing if it has begun. */
  beginSession: () => void
}

/**
 * Requests the configuration, and the session beside the texts and the menu. Sets what they change before it is
 * painted.
 */
export function beginVisit(): Visit {
  const { promise: firstScreen, resolve: showFirst } = Promise.withResolvers<FirstScreenInOrder>()
  let hasBegun = false
  const beginOnce = () => {
    if (!hasBegun) beginSession(showFirst)
    hasBegun = true
  }
  const config = loadConfig(location.hostname, ({ brand }) => {
    applyTheme(brand.theme)
    document.documentElement.lang = brand.locale
    beginOnce()
  })
  return { config, firstScreen, beginSession: beginOnce }
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
    loadStepUp: async () => (await loadModule(loadLateFrame)).loadStepUp(),
    signIn: () => {
      // A page with a customer's work on it stays: the sign-in opens over it.
      if (!session.end()) void redirectToSignIn(location.pathname + location.search + location.hash)
    },
  })
  // The sign-in callback creates its own.
  if (location.pathname === CALLBACK_PATH || PUBLIC_PATHS.includes(location.pathname)) return
  session.start().catch(() => {
    // The route's guard tries again and shows the error.
  })
}
