import { expect, test } from 'vitest'
import { type DependencyState, watchDependency } from './dependency.ts'

function watch(probe: () => Promise<unknown>, limitMs = 20) {
  let now = 0
  let probes = 0
  const changes: DependencyState[] = []
  const state = watchDependency(
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
  return { state, changes, probes: () => probes, pass: (ms: number) => (now += ms) }
}

test('RV-710 an answer holds for a second, however often they are scraped', async () => {
  const { state, probes, pass } = watch(async () => undefined)
  expect(await Promise.all([state(), state(), state()])).toEqual(Array(3).fill('available'))
  pass(999)
  expect(await state()).toBe('available')
  expect(probes()).toBe(1)
  pass(1)
  await state()
  expect(probes()).toBe(2)
})

test('RV-710 a silent dependency is waited for once, has one probe, and is available again when that answers', async () => {
  let answer = Promise.withResolvers<void>()
  const { state, changes, probes, pass } = watch(() => answer.promise)
  expect(await state()).toBe('unavailable')
  for (let i = 0; i < 5; i++) {
    pass(1000)
    expect(await state()).toBe('unavailable')
  }
  expect(probes()).toBe(1)
  answer.resolve()
  await expect.poll(() => changes).toEqual(['unavailable', 'available'])
  expect(await state()).toBe('available')
  pass(1000)
  answer = Promise.withResolvers<void>()
  answer.reject(new Error('away'))
  expect(await state()).toBe('unavailable')
  expect(changes).toEqual(['unavailable', 'available', 'unavailable'])
})

test('RV-710 while a dependency is unavailable no call waits for the next probe', async () => {
  let answer: Promise<unknown> = Promise.reject(new Error('away'))
  const { state, pass } = watch(() => answer, 60_000)
  expect(await state()).toBe('unavailable')
  answer = new Promise(() => undefined)
  pass(1000)
  // Would take a minute if it were waited for.
  expect(await state()).toBe('unavailable')
})
