// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { act, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { waitForFirstScreen } from '#web/platform/lazy/first-screen.tsx'
import { preloadWhenIdle } from '#web/platform/lazy/idle-preload.ts'
import { lazyPage } from '#web/platform/lazy/lazy-page.ts'
import { useFirstScreenMark } from './use-first-screen-mark.ts'
import { useIdlePreload } from './use-idle-preload.ts'

beforeEach(() => {
  vi.useFakeTimers()
  // The test DOM has no such list.
  Object.defineProperty(document, 'images', { value: [], configurable: true })
})

test('RV-507 RV-401 the first screen is not shown, and nothing is preloaded, while its code is still being loaded', async () => {
  const code = Promise.withResolvers<{ Page: () => string }>()
  const preload = vi.fn(async () => {})
  preloadWhenIdle(preload)
  let shown = false
  void waitForFirstScreen().then(() => {
    shown = true
  })
  const root = createRootRoute({
    component: function Shell() {
      useFirstScreenMark()
      useIdlePreload()
      return <Outlet />
    },
  })
  const page = createRoute({
    getParentRoute: () => root,
    path: '/',
    component: lazyPage(() => code.promise, 'Page'),
    pendingComponent: () => 'Loading',
    pendingMs: 0,
  })
  const router = createRouter({
    routeTree: root.addChildren([page]),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  // Before the limit of 5 s.
  await act(() => vi.advanceTimersByTimeAsync(4000))
  expect(screen.getByText('Loading')).toBeTruthy()
  expect([shown, preload.mock.calls.length]).toEqual([false, 0])
  code.resolve({ Page: () => 'The page' })
  await act(() => vi.advanceTimersByTimeAsync(900))
  expect(screen.getByText('The page')).toBeTruthy()
  expect(shown).toBe(true)
  await act(() => vi.advanceTimersByTimeAsync(2000))
  expect(preload).toHaveBeenCalledOnce()
})
