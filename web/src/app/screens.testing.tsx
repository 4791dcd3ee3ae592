import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { vi } from 'vitest'
import { BUSINESS } from '#contract/customers.ts'
import { parseSearch, stringifySearch } from '#web/platform/navigation/search.ts'
import { type ElementOptions, renderElement } from '#web/platform/render-element.testing.tsx'
import { createPageSession } from '#web/platform/session/page-session.ts'
import { LiveRegion } from '#web/ui/live-region.tsx'
import { ToastRegion } from '#web/ui/toast-region.tsx'

type Screen = ComponentType

interface RenderOptions extends ElementOptions {
  /** Around every screen; it renders the Outlet. */
  frame?: Screen
  /** False where a test asks for the only status of the page. */
  toasts?: boolean
}

/**
 * Renders screens by the paths of their routes, as the app does at `path`. A preview is a child of the page whose path it
 * continues. Other paths show 'Elsewhere'.
 */
export function renderScreens(path: string, screens: Record<string, Screen>, options: RenderOptions = {}) {
  const { frame: Frame = Outlet, toasts = true } = options
  const root = createRootRoute({
    component: () => (
      <>
        <Frame />
        {toasts && <ToastRegion label="Messages" closeLabel="Close" undoHint="Undo with Ctrl+Z" />}
        <LiveRegion />
      </>
    ),
  })
  const all = Object.entries({ $: () => <p>Elsewhere</p>, ...screens })
  const isPreview = (each: string) => each.includes(PREVIEW)
  const routes = all
    .filter(([each]) => !isPreview(each))
    .map(([page, component]) => {
      const route = createRoute({ getParentRoute: () => root, path: page, component })
      const previews = all.filter(([each]) => isPreview(each) && each.startsWith(page + PREVIEW))
      return route.addChildren(
        previews.map(([each, preview]) =>
          createRoute({ getParentRoute: () => route, path: each.slice(page.length), component: preview }),
        ),
      )
    })
  const router = createRouter({
    routeTree: root.addChildren(routes),
    history: createMemoryHistory({ initialEntries: [path] }),
    parseSearch,
    stringifySearch,
  })
  const { queries } = renderElement(<RouterProvider router={router as never} />, options)
  return { router, queries }
}

const PREVIEW = '/preview/'

/** Starts a session of a consumer or a business in this page. */
export function signIn({ business = false, sub = 'a', idpType = 'local' } = {}): void {
  vi.stubGlobal('BroadcastChannel', SilentChannel)
  createPageSession(() => {}).setSession({
    accessToken: 'token',
    expiresIn: 600,
    claims: {
      sub,
      email: 'a@keepsake.test',
      idpType,
      idpSub: 'a',
      amr: business ? ['pwd', BUSINESS] : ['pwd'],
    },
  })
}

/** There is no other tab, and happy-dom has no channels. */
class SilentChannel {
  onmessage: unknown = null
  postMessage() {}
}
