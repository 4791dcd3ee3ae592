// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { preloadWhenIdle, startIdlePreload } from './idle-preload.ts'

beforeEach(() => void vi.useFakeTimers())

test('RV-401 code is loaded once the page is quiet, one module after the other, including what a module adds', async () => {
  const order: string[] = []
  preloadWhenIdle(async () => {
    order.push('screen')
    preloadWhenIdle(async () => void order.push('its menu'))
  })
  preloadWhenIdle(async () => {
    order.push('dialog')
  })
  let quiet = false
  const ended = startIdlePreload(() => quiet, new AbortController().signal)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(order).toEqual([])
  quiet = true
  await vi.runAllTimersAsync()
  await ended
  expect(order).toEqual(['screen', 'dialog', 'its menu'])
})

test('RV-838 nothing is loaded ahead while the device is offline; it goes on once it is back online', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  const requests: string[] = []
  const load = (name: string) => async () => {
    requests.push(name)
    if (!navigator.onLine) throw new Error('offline')
  }
  for (const name of ['one', 'two', 'three']) preloadWhenIdle(load(name))
  const ended = startIdlePreload(() => true, new AbortController().signal)
  await vi.advanceTimersByTimeAsync(1000)
  expect(requests).toEqual([])
  // The connection is lost with the first request.
  online.mockReturnValueOnce(true).mockReturnValue(false)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(requests).toEqual(['one'])
  online.mockReturnValue(true)
  await vi.runAllTimersAsync()
  await ended
  expect(requests.toSorted()).toEqual(['one', 'one', 'three', 'two'])
  online.mockRestore()
})

test('RV-838 a failure while online ends it: what is left is loaded when it is needed', async () => {
  const requests: string[] = []
  for (const name of ['one', 'two'])
    preloadWhenIdle(async () => {
      requests.push(name)
      throw new Error('503')
    })
  const ended = startIdlePreload(() => true, new AbortController().signal)
  await vi.runAllTimersAsync()
  await ended
  expect(requests).toEqual(['one'])
  // Empties the list for the next test.
  await Promise.all([startIdlePreload(() => true, new AbortController().signal), vi.runAllTimersAsync()])
  expect(requests).toEqual(['one', 'two'])
})

test('RV-838 code of pages that the customer may not open is not loaded', async () => {
  const requests: string[] = []
  let isBusiness = false
  preloadWhenIdle(
    async () => void requests.push('invoices'),
    () => isBusiness,
  )
  preloadWhenIdle(async () => void requests.push('orders'))
  const start = async () => {
    const ended = startIdlePreload(() => true, new AbortController().signal)
    await vi.runAllTimersAsync()
    await ended
  }
  await start()
  expect(requests).toEqual(['orders'])
  isBusiness = true
  await start()
  expect(requests).toEqual(['orders', 'invoices'])
})

test('RV-401 nothing is loaded ahead where the browser asks to save data, nor after the screen has gone', async () => {
  const load = vi.fn(async () => {})
  preloadWhenIdle(load)
  vi.stubGlobal('navigator', { connection: { saveData: true } })
  await startIdlePreload(() => true, new AbortController().signal)
  vi.unstubAllGlobals()
  await startIdlePreload(() => true, AbortSignal.abort())
  expect(load).not.toHaveBeenCalled()
})
