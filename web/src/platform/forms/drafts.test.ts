// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { createDraft, removeDraftsOf } from './drafts.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-22T12:00:00Z'), toFake: ['Date'] })
})

const CITY = { values: { city: 'Bath' }, baseline: { city: '' } }
const keys = () => Object.keys(localStorage)

test('RV-835 a draft is that of one form of one account; a chosen sign-out removes those of the account', () => {
  createDraft('anna', 'address new').write(CITY)
  createDraft('anna', 'callbacks').write(CITY)
  createDraft('annabel', 'address new').write({ ...CITY, values: { city: 'York' } })
  expect(createDraft('anna', 'address new').read()).toEqual({ ...CITY, at: Date.now() })
  expect(createDraft('anna', 'email').read()).toBeUndefined()
  expect(createDraft('ben', 'address new').read()).toBeUndefined()
  removeDraftsOf('anna')
  expect(createDraft('anna', 'address new').read()).toBeUndefined()
  expect(createDraft('annabel', 'address new').read()?.values).toEqual({ city: 'York' })
  expect(keys()).toHaveLength(1)
})

test('RV-835 a draft of 14 days ago is not offered, and leaves the device with the next one', () => {
  createDraft('anna', 'address new').write(CITY)
  vi.setSystemTime(Date.parse('2026-12-06T12:00:00Z'))
  expect(createDraft('anna', 'address new').read()).toBeDefined()
  vi.setSystemTime(Date.parse('2026-12-06T12:00:01Z'))
  expect(createDraft('anna', 'address new').read()).toBeUndefined()
  createDraft('ben', 'email').write(CITY)
  expect(keys()).toEqual(['keepsake.draft ben email'])
})

test('RV-835 what is not a draft is none, and other entries of the device stay', () => {
  localStorage.setItem('keepsake.draft anna email', '{"values":{"email":1},"at":0}')
  localStorage.setItem('keepsake.other', 'x')
  expect(createDraft('anna', 'email').read()).toBeUndefined()
  createDraft('anna', 'callbacks').write(CITY)
  expect(keys().toSorted()).toEqual(['keepsake.draft anna callbacks', 'keepsake.other'])
})
