import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createToasts } from './toasts.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const texts = (toasts: ReturnType<typeof createToasts>) => toasts.current().map(toast => toast.text)

test('PL-111 a toast closes after 5 s, an error after 10 s, unless it has a timeout', () => {
  const toasts = createToasts()
  toasts.add({ text: 'started', kind: 'progress' })
  toasts.add({ text: 'failed', kind: 'error' })
  toasts.add({ text: 'finished', timeoutMs: 10_000 })
  toasts.add({ text: 'stays', timeoutMs: null })
  vi.advanceTimersByTime(4999)
  expect(texts(toasts)).toEqual(['started', 'failed', 'finished', 'stays'])
  vi.advanceTimersByTime(1)
  expect(texts(toasts)).toEqual(['failed', 'finished', 'stays'])
  vi.advanceTimersByTime(5000)
  expect(texts(toasts)).toEqual(['stays'])
  vi.advanceTimersByTime(3_600_000)
  expect(texts(toasts)).toEqual(['stays'])
})

test('pausing stops the timer, resuming continues it with the remaining time', () => {
  const toasts = createToasts()
  toasts.add({ text: 'one' })
  vi.advanceTimersByTime(3000)
  toasts.pause()
  vi.advanceTimersByTime(60_000)
  expect(texts(toasts)).toEqual(['one'])
  toasts.resume()
  vi.advanceTimersByTime(1999)
  expect(texts(toasts)).toEqual(['one'])
  vi.advanceTimersByTime(1)
  expect(texts(toasts)).toEqual([])
})

test('a toast added while paused is paused; closing the last one ends the pause', () => {
  const toasts = createToasts()
  const first = toasts.add({ text: 'one' })
  toasts.pause()
  const second = toasts.add({ text: 'two' })
  vi.advanceTimersByTime(20_000)
  expect(texts(toasts)).toEqual(['one', 'two'])
  toasts.close(first)
  toasts.close(second)
  toasts.add({ text: 'three' })
  vi.advanceTimersByTime(5000)
  expect(texts(toasts)).toEqual([])
})

test('listeners are called on every change until they unsubscribe; clear closes all', () => {
  const toasts = createToasts()
  const heard = vi.fn()
  const leave = toasts.subscribe(heard)
  const id = toasts.add({ text: 'one' })
  toasts.close(id)
  expect(heard).toHaveBeenCalledTimes(2)
  leave()
  toasts.add({ text: 'two' })
  toasts.add({ text: 'three' })
  toasts.clear()
  expect(heard).toHaveBeenCalledTimes(2)
  expect(texts(toasts)).toEqual([])
  expect(vi.getTimerCount()).toBe(0)
})
