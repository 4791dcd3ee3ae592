import { expect, test } from 'vitest'
import { createMissedChangesCheck } from './library-socket.ts'

const at = (wall: number, steady = wall) => ({ wall, steady })

test('RV-505 what changed after the page was requested may have been missed, what changed before was not', () => {
  const missed = (quietMs: number) => createMissedChangesCheck(() => at(3000), at(0))(quietMs)
  expect([2999, 3000, 60_000].map(missed)).toEqual([true, false, false])
})

test('RV-505 a server that does not say how long it was quiet', () => {
  expect(createMissedChangesCheck(() => at(3000), at(0))(undefined)).toBe(true)
})

test('RV-505 after a reconnection the time since the previous connection counts', () => {
  let now = at(1000)
  const missed = createMissedChangesCheck(() => now, at(0))
  missed(5000)
  now = at(61_000)
  expect(missed(59_999)).toBe(true)
  now = at(71_000)
  expect(missed(10_000)).toBe(false)
})

test.each([
  ['the computer slept and one clock stood still', at(3_600_000, 4000)],
  ['the time of day was set back', at(-50_000, 3_600_000)],
])('RV-505 %s: the longer duration counts', (_what, now) => {
  expect(createMissedChangesCheck(() => now, at(0))(3_599_999)).toBe(true)
  expect(createMissedChangesCheck(() => now, at(0))(3_600_000)).toBe(false)
})
