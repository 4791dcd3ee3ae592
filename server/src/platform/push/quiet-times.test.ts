import { expect, test } from 'vitest'
import { createQuietTimes } from './subscribers.ts'

test('RV-505 it is quiet since the last message of the name; without one since the start', () => {
  let time = 1000
  const quiet = createQuietTimes(() => time)
  time = 1500
  quiet.recordMessage('a')
  time = 1700.9
  expect([quiet.quietMs('a'), quiet.quietMs('b')]).toEqual([200, 700])
  quiet.recordMessage('a')
  expect(quiet.quietMs('a')).toBe(0)
})

test('RV-505 after messages may have been lost, nothing before is known', () => {
  let time = 0
  const quiet = createQuietTimes(() => time)
  quiet.recordMessage('a')
  time = 5000
  quiet.reset()
  time = 5200
  expect([quiet.quietMs('a'), quiet.quietMs('b')]).toEqual([200, 200])
})

test('RV-505 a name that was dropped for newer ones counts as heard when it was, or later', () => {
  let time = 0
  const quiet = createQuietTimes(() => time, 2)
  for (const name of ['a', 'b', 'a', 'c']) {
    time += 1000
    quiet.recordMessage(name)
  }
  time = 10_000
  // 'b' was evicted: its last message was at 2000, and so may be that of every name that is not stored.
  expect(['a', 'b', 'c', 'd'].map(quiet.quietMs)).toEqual([7000, 8000, 6000, 8000])
})
