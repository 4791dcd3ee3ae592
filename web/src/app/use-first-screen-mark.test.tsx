// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'

const pictures: { complete: boolean }[] = []

beforeEach(() => {
  vi.useFakeTimers()
  vi.resetModules()
  pictures.splice(0)
  // The test DOM has no such list.
  Object.defineProperty(document, 'images', { value: pictures, configurable: true })
})

test('RV-507 the first screen is shown when its last picture has been painted, not yet when it has loaded', async () => {
  pictures.push({ complete: false })
  const isShown = await openScreen()
  await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(isShown()).toBe(false)
  pictures[0]!.complete = true
  await act(() => vi.advanceTimersByTimeAsync(250))
  expect(isShown()).toBe(false)
  await act(() => vi.advanceTimersByTimeAsync(250))
  expect(isShown()).toBe(true)
})

test('RV-507 a screen with a picture on its way is shown when it is scrolled', async () => {
  pictures.push({ complete: false })
  const isShown = await openScreen()
  dispatchEvent(new Event('scroll'))
  await act(() => vi.advanceTimersByTimeAsync(0))
  expect(isShown()).toBe(true)
})

/** A page whose mark no other test has set; returns whether it is set. */
async function openScreen() {
  const { waitForFirstScreen } = await import('#web/platform/lazy/first-screen.tsx')
  const { useFirstScreenMark } = await import('./use-first-screen-mark.ts')
  let isShown = false
  void waitForFirstScreen().then(() => {
    isShown = true
  })
  const routeTree = createRootRoute({
    component: function Screen() {
      useFirstScreenMark()
      return 'The screen'
    },
  })
  const router = createRouter({ routeTree, history: createMemoryHistory() })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  await act(() => vi.advanceTimersByTimeAsync(0))
  expect(screen.getByText('The screen')).toBeDefined()
  return () => isShown
}
