// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { preloadWhenIdle, startIdlePreload } from './idle-preload.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('RV-401 code is loaded once the page is quiet, one module after the other, including what a module adds', async () => {
  const order: string[] = []
  preloadWhenIdle(async () => {
    order.push('screen')
    preloadWhenIdle(async () => void order.push('its menu'))
  })
  preloadWhenIdle(async () => {
    order.push('dialog')
    throw new Error('offline')
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

test('RV-401 nothing is loaded ahead where the browser asks to save data, nor after the screen has gone', async () => {
  const load = vi.fn(async () => {})
  preloadWhenIdle(load)
  vi.stubGlobal('navigator', { connection: { saveData: true } })
  await startIdlePreload(() => true, new AbortController().signal)
  vi.unstubAllGlobals()
  await startIdlePreload(() => true, AbortSignal.abort())
  expect(load).not.toHaveBeenCalled()
})
