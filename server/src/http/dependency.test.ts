import { expect, test } from 'vitest'
import { type DependencyState, watchDependency } from './readiness.ts'

function watch(probe: () => Promise<unknown>, limitMs = 20) {
  let now = 0
  let probes = 0
  const changes: DependencyState[] = []
  const watched = watchDependency(
    {
      probe: () => {
        probes++
        return probe()
      },
      limitMs,
      stateOnTimeout: 'unavailable',
      freshMs: 1000,
      onChange: next => changes.push(next),
    },
    () => now,
  )
  return { ...watched, changes, probes: () => probes, pass: (ms: number) => (now += ms) }
}

test('RV-710 an answer holds for a second, however often they are scraped', async () => {
  const { check, probes, pass } = watch(async () => undefined)
  expect(await Promise.all([check(), check(), check()])).toEqual(Array(3).fill('available'))
  pass(999)
  expect(await check()).toBe('available')
  expect(probes()).toBe(1)
  pass(1)
  await check()
  expect(probes()).toBe(2)
})

test('RV-881 the state is known at once, while a probe is under way, and the one after it has its result', async () => {
  const answer = Promise.withResolvers<void>()
  const { getState, changes, probes, pass } = watch(() => answer.promise, 60_000)
  expect([getState(), getState()]).toEqual(['available', 'available'])
  expect(probes()).toBe(1)
  answer.reject(new Error('away'))
  await expect.poll(() => changes).toEqual(['unavailable'])
  expect(getState()).toBe('unavailable')
  pass(1000)
  expect(getState()).toBe('unavailable')
  expect(probes()).toBe(2)
})

test('RV-710 a silent dependency is waited for once, has one probe, and is available again when that answers', async () => {
  let answer = Promise.withResolvers<void>()
  const { check, getState, changes, probes, pass } = watch(() => answer.promise)
  expect(await check()).toBe('unavailable')
  for (let i = 0; i < 5; i++) {
    pass(1000)
    expect(await check()).toBe('unavailable')
    expect(getState()).toBe('unavailable')
  }
  expect(probes()).toBe(1)
  answer.resolve()
  await expect.poll(() => changes).toEqual(['unavailable', 'available'])
  expect(getState()).toBe('available')
  pass(1000)
  answer = Promise.withResolvers<void>()
  answer.reject(new Error('away'))
  expect(await check()).toBe('unavailable')
  expect(changes).toEqual(['unavailable', 'available', 'unavailable'])
})
