import { expect, test } from 'vitest'
import { createTimeLeftEstimator } from './sending-card.tsx'

test('RV-101 the time left follows the speed of the last 30 s', () => {
  const { secondsLeft, reset } = createTimeLeftEstimator()
  expect(secondsLeft({ at: 0, sent: 0 }, 1000)).toBeUndefined()
  expect(secondsLeft({ at: 3999, sent: 40 }, 960)).toBeUndefined()
  expect(secondsLeft({ at: 4000, sent: 40 }, 960)).toBe(96)
  expect(secondsLeft({ at: 30_000, sent: 300 }, 700)).toBe(70)
  // Twice as fast from now on: after 30 s only that counts.
  expect(secondsLeft({ at: 60_000, sent: 900 }, 100)).toBe(5)
  reset()
  expect(secondsLeft({ at: 61_000, sent: 920 }, 80)).toBeUndefined()
  expect(secondsLeft({ at: 66_000, sent: 920 }, 80)).toBeUndefined()
})

test('RV-101 a file that begins anew does not count as going backwards', () => {
  const { secondsLeft } = createTimeLeftEstimator()
  secondsLeft({ at: 0, sent: 500 }, 500)
  expect(secondsLeft({ at: 5000, sent: 100 }, 900)).toBeUndefined()
  expect(secondsLeft({ at: 10_000, sent: 200 }, 800)).toBe(40)
})
