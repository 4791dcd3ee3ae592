import { expect, test } from 'vitest'
import { FairSemaphore, KeyedSemaphore } from './fair-semaphore.ts'

const { signal } = new AbortController()

/** Runs calls by key while one other call runs; returns the keys in the order in which they ran. */
async function orderOf(keys: string, abort: Record<number, AbortController> = {}): Promise<string> {
  const queue = new FairSemaphore(1)
  const blocking = Promise.withResolvers<void>()
  const running = queue.run('first', signal, () => blocking.promise)
  let order = ''
  const calls = [...keys].map((key, i) =>
    queue.run(key, abort[i]?.signal ?? signal, async () => {
      order += key
    }),
  )
  for (const controller of Object.values(abort)) controller.abort(new Error('left'))
  blocking.resolve()
  await running
  await Promise.allSettled(calls)
  return order
}

test('RV-301 waiting calls take turns by key', async () => {
  expect(await orderOf('aaaabbc')).toBe('abcabaa')
})

test('RV-302 a call that was aborted while it waited leaves the queue', async () => {
  expect(await orderOf('aab', { 0: new AbortController() })).toBe('ab')
  expect(await orderOf('ab', { 0: new AbortController(), 1: new AbortController() })).toBe('')
})

test('RV-301 as many calls run at a time as there are slots, also after one that failed', async () => {
  const queue = new FairSemaphore(2)
  await expect(queue.run('a', signal, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  let running = 0
  let most = 0
  await Promise.all(
    Array.from({ length: 6 }, (_, i) =>
      queue.run(String(i % 3), signal, async () => {
        most = Math.max(most, ++running)
        await new Promise(setImmediate)
        running--
      }),
    ),
  )
  expect(most).toBe(2)
})

test('RV-1007 calls of one key wait for each other, also after one that failed or left, and those of others do not', async () => {
  const semaphore = new KeyedSemaphore(2)
  await expect(semaphore.run('a', signal, () => Promise.reject(new Error('broken')))).rejects.toThrow(
    'broken',
  )
  const blocking = Promise.withResolvers<void>()
  const started: string[] = []
  const leaving = new AbortController()
  const run = (key: string, name: string, abort = signal) =>
    semaphore.run(key, abort, async () => {
      started.push(name)
      await blocking.promise
    })
  const calls = [
    run('a', 'a1'),
    run('a', 'a2'),
    run('a', 'a3', leaving.signal),
    run('a', 'a4'),
    run('b', 'b1'),
  ]
  const settled = Promise.allSettled(calls)
  await new Promise(setImmediate)
  expect(started).toEqual(['a1', 'a2', 'b1'])
  leaving.abort(new Error('left'))
  blocking.resolve()
  expect((await settled).map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
  ])
  expect(started).toEqual(['a1', 'a2', 'b1', 'a4'])
})
