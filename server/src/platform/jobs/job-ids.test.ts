import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toJobId, waitOneMinute } from './job-ids.ts'

const MINUTE_MS = 60_000

test('a job id is a UUID, the same for the same text', () => {
  expect(toJobId('a')).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/)
  expect(toJobId('a')).toBe(toJobId('a'))
  expect(toJobId('a')).not.toBe(toJobId('b'))
})

test('jobs that wait and send themselves again become one, whenever they were first sent', () => {
  const now = Date.UTC(2026, 10, 27, 12)
  const sentAt = fc.integer({ min: 0, max: 20 * MINUTE_MS })
  fc.assert(
    fc.property(fc.array(sentAt, { minLength: 1, maxLength: 10 }), times => {
      let jobs = new Map(
        times.map(time => {
          const { id, startAfter } = waitOneMinute('account', new Date(now + time))
          const waits = startAfter.getTime() - (now + time)
          expect(waits).toBeGreaterThanOrEqual(MINUTE_MS)
          expect(waits).toBeLessThanOrEqual(3 * MINUTE_MS)
          return [id, startAfter] as const
        }),
      )
      const end = now + 30 * MINUTE_MS
      while ([...jobs.values()].some(startAfter => startAfter.getTime() < end))
        jobs = new Map(
          [...jobs].map(([id, startAfter]) => {
            if (startAfter.getTime() >= end) return [id, startAfter] as const
            const next = waitOneMinute('account', startAfter)
            expect(next.id).not.toBe(id)
            return [next.id, next.startAfter] as const
          }),
        )
      expect(jobs.size).toBe(1)
    }),
  )
})
