import '#web/ui/base.css'
import './app.css'
import { type ReactNode, startTransition } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { CALLBACK_PATH } from '#contract/pages.ts'
import { type AppConfig, findRedirectAddress } from '#web/platform/config/config.ts'
import { isNotFound } from '#web/platform/http/http-failure.ts'
import { loadModule } from '#web/platform/lazy/load-module.ts'
import { createQueryClient } from '#web/platform/query/query-client.ts'
import { isStorageAvailable } from '#web/platform/storage/storage.ts'
import { trackScrollbarWidth } from '#web/ui/scrollbar.ts'
import type { Visit } from './begin-visit.ts'
import { setFirstScreen } from './first-screen-queries.ts'
import { App } from './providers.tsx'
import { requestFirstPictures } from './request-first-pictures.ts'
import { type AppRouter, createAppRouter } from './router.tsx'
import { ConfigFailed } from './screens/start-screens.tsx'

/** Renders the app once the configuration is loaded. */
export async function start({ config, firstScreen, beginSession }: Visit): Promise<void> {
  const element = document.getElementById('app')
  if (!element) throw new Error('index.html has no #app')
  const root = createRoot(element)
  const queries = createQueryClient()
  // Before anything is awaited: the query cache must be filled before the session lets a screen render.
  void firstScreen.then(screen => {
    setFirstScreen(queries, screen)
    requestFirstPictures(screen)
  })
  const isCallback = location.pathname === CALLBACK_PATH
  // The address of the sign-in callback contains the code and must not become a route.
  const initialRouter = isCallback ? undefined : createAppRouter()
  if (initialRouter) preloadScreen(initialRouter)
  else void loadCallback().catch(() => {})
  trackScrollbarWidth()
  const state = await config
  const isUnknownHost = state.status === 'failed' && isNotFound(state.error)
  const configured =
    state.status === 'received'
      ? state.configured
      : !isUnknownHost && !isCallback && (await loadDefaults(beginSession))
  if (!configured) return root.render(<ConfigFailed isUnknownHost={isUnknownHost} />)
  const redirectAddress = findRedirectAddress(configured.brand, location)
  if (redirectAddress) return location.replace(redirectAddress)
  if (!isStorageAvailable())
    return renderFailure(root, ({ CookiesNeeded }) => <CookiesNeeded configured={configured} />)
  if (isCallback) {
    const outcome = await loadCallback().then(
      ({ finishSignIn }) => finishSignIn(),
      () => 'failed' as const,
    )
    if (outcome === 'redirected') return
    if (outcome !== 'done') {
      const retry = () => (outcome === 'interrupted' ? location.reload() : location.replace('/'))
      return renderFailure(root, ({ SignInFailed }) => (
        <SignInFailed configured={configured} onRetry={retry} />
      ))
    }
  }
  const router = initialRouter ?? createAppRouter()
  await router.load()
  // The whole first screen, in slices of a few milliseconds, between which the browser handles input.
  startTransition(() => root.render(<App configured={configured} queries={queries} router={router} />))
}

/** Renders a page that replaces the app, whose code is loaded for it; the general one when it cannot be loaded. */
async function renderFailure(root: Root, render: (screens: StartFailures) => ReactNode): Promise<void> {
  const loading = loadModule(() => import('./screens/start-failures.tsx'))
  root.render(await loading.then(render, () => <ConfigFailed isUnknownHost={false} />))
}

type StartFailures = typeof import('./screens/start-failures.tsx')

/** Loads the code of the sign-in callback; begins while the configuration is still loading. */
const loadCallback = () => loadModule(() => import('./finish-sign-in.ts'))

/** Loads what the app needs to start without config.json; null when it cannot. */
const loadDefaults = (beginSession: () => void): Promise<AppConfig | null> =>
  loadModule(() => import('./defaults/start-with-defaults.ts')).then(
    ({ startWithDefaults }) => startWithDefaults(beginSession),
    () => null,
  )

/** Loads the code of the requested screen while configuration and session are still loading. */
function preloadScreen(router: AppRouter) {
  // The route loads the code again and reports a failure.
  const [matchedRoutes] = router.getMatchedRoutes(location.pathname)
  for (const route of matchedRoutes) void router.loadRouteChunk(route)?.catch(() => {})
}
