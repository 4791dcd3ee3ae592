import '#web/ui/base.css'
import './app.css'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { type ReactNode, StrictMode, startTransition, useEffect } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { CALLBACK_PATH } from '#contract/pages.ts'
import { activationQuery } from '#web/domains/activation/index.ts'
import { customerQuery } from '#web/domains/customers/index.ts'
import {
  createLibraryList,
  libraryTotalsQuery,
  timelineQuery,
  toMonthKey,
  toTimeline,
} from '#web/domains/photos/index.ts'
import { sharedAlbumsSummaryQuery } from '#web/domains/shared-albums/index.ts'
import { photoListKeys, requestPictures } from '#web/gallery/index.ts'
import { type AppConfig, findRedirectAddress } from '#web/platform/config/config.ts'
import { ConfigProvider } from '#web/platform/config/config-context.tsx'
import { isNotFound } from '#web/platform/http/http-failure.ts'
import { TextsProvider } from '#web/platform/i18n/texts-provider.tsx'
import { loadModule } from '#web/platform/lazy/load-module.ts'
import { createQueryClient } from '#web/platform/query/query-client.ts'
import { pageSession } from '#web/platform/session/page-session.ts'
import { applyCustomerZone } from '#web/platform/session/session.ts'
import { isStorageAvailable } from '#web/platform/storage/storage.ts'
import { Button } from '#web/ui/button.tsx'
import { trackScrollbarWidth } from '#web/ui/scrollbar.ts'
import type { Visit } from './begin-visit.ts'
import type { FirstScreenInOrder } from './first-screen.ts'
import { type AppRouter, createAppRouter } from './router.tsx'
import { FullPage } from './screens/full-page.tsx'

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
  applyCustomerZone(configured.texts, pageSession())
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

/**
 * Requests the pictures of the timeline's first photos when their addresses are known, while the screen is not rendered
 * yet: as many as the smallest window shows.
 */
export function requestFirstPictures({ data }: FirstScreenInOrder): void {
  requestPictures(data.months.flatMap(({ page }) => page.images).slice(0, PICTURES_PER_PHONE_ROW))
}

const PICTURES_PER_PHONE_ROW = 3

/** Fills the query cache with the timeline's first screen, as if its queries had requested it. */
export function setFirstScreen(queries: QueryClient, { sort, data }: FirstScreenInOrder): void {
  queries.setQueryData(customerQuery.queryKey, data.customer)
  queries.setQueryData(activationQuery.queryKey, data.activation)
  queries.setQueryData(libraryTotalsQuery().queryKey, data.totals)
  queries.setQueryData(sharedAlbumsSummaryQuery().queryKey, data.sharedAlbums)
  queries.setQueryData(timelineQuery(sort.key).queryKey, toTimeline(data.timeline))
  for (const { page, ...month } of data.months)
    queries.setQueryData(photoListKeys.page(createLibraryList(sort), toMonthKey(month), 'first'), page)
}

/** Context providers of all screens, and the router. */
function App({ configured, queries, router }: AppProps) {
  return (
    <StrictMode>
      <ConfigProvider config={configured}>
        <TextsProvider texts={configured.texts}>
          <QueryClientProvider client={queries}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </TextsProvider>
      </ConfigProvider>
    </StrictMode>
  )
}

interface AppProps {
  configured: AppConfig
  queries: QueryClient
  router: AppRouter
}

const RETRY_MS = 10_000

/**
 * Replaces the app when it cannot start even with its defaults; there is neither a catalogue nor the brand's links. Reloads the page as soon as the configuration can be loaded, which an unknown host never has.
 */
function ConfigFailed({ isUnknownHost }: { isUnknownHost: boolean }) {
  useEffect(() => {
    if (isUnknownHost) return
    // A request that fails is made again; few lines, because they are part of every first page.
    const retry = () =>
      fetch('/config.json').then(
        ({ ok }) => ok && location.reload(),
        () => false,
      )
    const timer = setInterval(retry, RETRY_MS)
    return () => clearInterval(timer)
  }, [isUnknownHost])
  const text = BUILT_IN_TEXTS['app.error.text']
  return (
    <main>
      <FullPage
        urgent
        title={BUILT_IN_TEXTS['app.error.title']}
        text={isUnknownHost ? text : `${text} ${BUILT_IN_TEXTS['app.error.retrying']}`}
        action={
          <Button variant="primary" onClick={() => location.reload()}>
            {BUILT_IN_TEXTS['action.reload']}
          </Button>
        }
      />
    </main>
  )
}

/** Equal to the en-GB catalogue, without its link; a test checks it. */
export const BUILT_IN_TEXTS = {
  'app.error.title': 'Something went wrong',
  'app.error.text': 'An unexpected error has occurred, please contact us if you continue to have problems.',
  'app.error.retrying': 'This page opens by itself as soon as it can.',
  'action.reload': 'Reload page',
}
