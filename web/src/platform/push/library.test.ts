// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import type { ZodType } from 'zod'
import type { LibraryPush } from '#contract/push.ts'

vi.unmock('#web/platform/push/library.ts')

let receive: ((message: unknown) => void) | undefined
vi.mock('./socket.ts', () => ({
  subscribe: vi.fn((_path: string, schema: ZodType<LibraryPush>, given: (message: LibraryPush) => void) => {
    receive = message => {
      const parsed = schema.safeParse(message)
      if (parsed.success) given(parsed.data)
    }
    return { close }
  }),
}))

const close = vi.fn()
/** Types of the messages a subscriber of this page load gets. */
let received: LibraryPush['type'][]
let subscription: { close: () => void }

/** Subscribes as a page does before its first screen is there. */
async function openPage() {
  vi.resetModules()
  receive = undefined
  received = []
  const { subscribeLibrary } = await import('./library.ts')
  subscription = subscribeLibrary(({ type }) => received.push(type))
  return import('../lazy/first-screen.tsx')
}

beforeEach(async () => {
  close.mockReset()
  const { markFirstScreenShown } = await openPage()
  markFirstScreenShown()
  await expect.poll(() => receive).toBeDefined()
})

test('RV-505 the first connection of a page reports nothing when nothing has changed since the page was requested', () => {
  receive?.({ type: 'ready', quietMs: 3_600_000 })
  receive?.({ type: 'projects-changed' })
  expect(received).toEqual(['projects-changed'])
})

test('RV-505 a change between the first requests and the connection is reported as possibly missed', () => {
  receive?.({ type: 'ready', quietMs: 0 })
  expect(received).toEqual(['ready'])
})

test('RV-505 a reconnection reports when something may have changed meanwhile', () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  receive?.({ type: 'ready', quietMs: Number.MAX_SAFE_INTEGER })
  vi.advanceTimersByTime(20_000)
  receive?.({ type: 'ready', quietMs: 25_000 })
  vi.advanceTimersByTime(20_000)
  receive?.({ type: 'ready', quietMs: 12_000 })
  expect(received).toEqual(['ready'])
})

test('RV-505 a server that does not say how long nothing has changed', () => {
  receive?.({ type: 'ready' })
  expect(received).toEqual(['ready'])
})

test('RV-507 the socket is opened after the first screen, and not for a page that has been left by then', async () => {
  const { waitForFirstScreen, markFirstScreenShown } = await openPage()
  await new Promise(resolve => setTimeout(resolve))
  expect(receive).toBeUndefined()
  subscription.close()
  markFirstScreenShown()
  await waitForFirstScreen()
  await new Promise(resolve => setTimeout(resolve))
  expect(receive).toBeUndefined()
})

test('RV-507 the socket closes with the last subscription', () => {
  expect(close).not.toHaveBeenCalled()
  subscription.close()
  expect(close).toHaveBeenCalledOnce()
})

test('RV-507 a passive subscriber listens while the socket is open, and does not open it', async () => {
  const passive: LibraryPush['type'][] = []
  subscription.close()
  vi.resetModules()
  const opened = vi.mocked(await import('./socket.ts')).subscribe
  opened.mockClear()
  const { subscribeLibrary } = await import('./library.ts')
  const { markFirstScreenShown } = await import('../lazy/first-screen.tsx')
  markFirstScreenShown()
  subscribeLibrary(({ type }) => passive.push(type), { passive: true })
  await new Promise(resolve => setTimeout(resolve))
  expect(opened).not.toHaveBeenCalled()

  close.mockReset()
  const { close: end } = subscribeLibrary(() => {})
  await expect.poll(() => opened).toHaveBeenCalledOnce()
  const [, , send] = opened.mock.lastCall!
  send({ type: 'projects-changed' })
  expect(passive).toEqual(['projects-changed'])
  end()
  expect(close).toHaveBeenCalledOnce()
})

test('PL-110 PL-194 downloads and the import authenticate with the access token', async () => {
  const { subscribe } = await import('./socket.ts')
  const { subscribeDownloads } = await import('./downloads.ts')
  const { subscribeImport } = await import('./import.ts')
  const sendToken = () => vi.mocked(subscribe).mock.lastCall?.[4]?.authenticate('token-1')
  subscribeDownloads(() => {}).close()
  expect(sendToken()).toEqual({ type: 'authenticate', accessToken: 'token-1', replay: true })
  subscribeImport(
    () => {},
    () => {},
  )
  expect(sendToken()).toEqual({ action: 'authenticate', token: 'token-1' })
})
