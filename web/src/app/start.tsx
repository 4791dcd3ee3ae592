import type { QueryClient } from '@tanstack/react-query'
import type { Root } from 'react-dom/client'
import { CALLBACK_PATH, PUBLIC_PATHS } from '#contract/pages.ts'
import { loadConfig, redirectOf } from '#web/platform/config/config.ts'
import { configureHttp } from '#web/platform/http/call.ts'
import { loadModule } from '#web/platform/lazy/load-module.ts'
import { createQueryClient } from '#web/platform/query/query-client.ts'
import { createPageSession } from '#web/platform/session/page-session.ts'
import { isStorageAvailable } from '#web/platform/storage/storage.ts'
import { measureScrollbar } from '#web/ui/scrollbar.ts'
import { applyTheme } from '#web/ui/theme.ts'
import { beginsOnTimeline, refreshForTimeline } from './first-screen.ts'
import { leaveForSignIn } from './guards.ts'
import { App } from './providers.tsx'
import { createAppRouter } from './router.tsx'
import { ConfigFailed, CookiesNeeded, SignInFailed } from './screens/start-screens.tsx'
import { warmUp } from './warm-up.ts'

/** Starts the app: configuration, theme, session, then the router. */
export async function start(root: Root): Promise<void> {
  const isCallback = location.pathname === CALLBACK_PATH
  if (isCallback) void loadCallback().catch(() => {})
  else warmUp(location.pathname)
  measureScrollbar()
  const queries = createQueryClient()
  const state = await loadConfig(location.hostname, ({ brand }) => {
    applyTheme(brand.theme)
    document.documentElement.lang = brand.locale
    beginSession(queries)
  })
  if (state.status !== 'received') return root.render(<ConfigFailed />)
  const { configured } = state
  const elsewhere = redirectOf(configured.brand, location)
  if (elsewhere) return location.replace(elsewhere)
  if (!isStorageAvailable()) return root.render(<CookiesNeeded texts={configured.texts} />)
  if (isCallback) {
    const outcome = await loadCallback().then(
      ({ finishSignIn }) => finishSignIn(),
      () => 'failed' as const,
    )
    if (outcome === 'left') return
    if (outcome === 'failed') return root.render(<SignInFailed texts={configured.texts} />)
  }
  root.render(<App configured={configured} queries={queries} router={createAppRouter()} />)
}

/** The code of the sign-in callback; begins while the configuration is still loading. */
const loadCallback = () => loadModule(() => import('./finish-sign-in.ts'))

/** Requests a session by cookie, with what the timeline shows first, while texts and menu are still loading. */
function beginSession(queries: QueryClient) {
  const session = createPageSession(
    () => location.reload(),
    beginsOnTimeline(location.pathname) ? () => refreshForTimeline(queries) : undefined,
  )
  configureHttp({
    token: () => session.token(),
    renew: refused => session.renew(refused),
    signIn: () => void leaveForSignIn(location.pathname + location.search + location.hash),
  })
  // The sign-in callback creates its own.
  if (location.pathname === CALLBACK_PATH || PUBLIC_PATHS.includes(location.pathname)) return
  session.start().catch(() => {
    // The route's guard tries again and shows the error.
  })
}
