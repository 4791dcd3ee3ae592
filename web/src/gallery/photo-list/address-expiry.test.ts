import { expect, test } from 'vitest'
import { getAddressStaleTime } from './photo-list-queries.ts'

const MINUTE = 60_000
const NOW = Date.parse('2026-08-01T10:00:00Z')

test.each([
  ['five minutes before the addresses expire', 72, 67],
  ['not too early for a clock that is ahead', -300, 25],
  ['not too late for a clock that is behind', 600, 85],
])('RV-208 a page is renewed %s', (_, expiresAfter, stale) => {
  const data = { addressesExpire: new Date(NOW + expiresAfter * MINUTE).toISOString() }
  expect(getAddressStaleTime({ state: { data, dataUpdatedAt: NOW } })).toBe(stale * MINUTE)
})

test('RV-306 a list of pages is renewed before the addresses of its oldest page expire', () => {
  const pages = [80, 70, 90].map(minutes => ({
    addressesExpire: new Date(NOW + minutes * MINUTE).toISOString(),
  }))
  expect(getAddressStaleTime({ state: { data: { pages }, dataUpdatedAt: NOW } })).toBe(65 * MINUTE)
})

test('RV-208 without a response it is stale', () => {
  expect(getAddressStaleTime({ state: { data: undefined, dataUpdatedAt: 0 } })).toBe(0)
})
