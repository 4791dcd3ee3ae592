// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { isChatHidden } from '#web/platform/tracking/third-party-events.ts'
import { track } from '#web/platform/tracking/tracking.ts'
import { decodeConsent, encodeConsent, parseConsent } from './consent.ts'
import { deleteStoredData, writeCookie } from './cookies.ts'
import { readConsent, storeConsent } from './stored-consent.ts'
import { startAnalytics } from './third-party-scripts.tsx'

const setAddress = (address: string) =>
  (window as unknown as { happyDOM: { setURL: (url: string) => void } }).happyDOM.setURL(address)

afterEach(() => {
  deleteStoredData(['*'], 'keepsake.example')
  vi.restoreAllMocks()
})

test.each([
  ['00', false, false],
  ['10', true, false],
  ['01', false, true],
  ['11', true, true],
])('AA-037 OP-57 %s: analytics %s, marketing %s', (code, analytics, marketing) => {
  expect(encodeConsent({ analytics, marketing })).toBe(code)
  expect(decodeConsent(code)).toEqual({ analytics, marketing })
})

test.each(['', '1', '2', '12', '100', 'true', undefined])('AA-037 %j is no choice', code => {
  expect(decodeConsent(code)).toBeUndefined()
})

test('AA-036 only two flags count as a choice of the consent script', () => {
  expect(parseConsent({ analytics: true, marketing: false, id: 'x' })).toEqual({
    analytics: true,
    marketing: false,
  })
  for (const value of [undefined, null, 'all', { analytics: true }, { analytics: 1, marketing: 0 }])
    expect(parseConsent(value)).toBeUndefined()
})

test('AA-037 the choice is stored on the parent domain for 180 days, securely, and read again', () => {
  setAddress('https://my.keepsake.example/settings')
  const written = vi.spyOn(document, 'cookie', 'set')
  storeConsent({ analytics: true, marketing: false }, 'keepsake.example')
  expect(written.mock.calls).toEqual([
    ['keepsake_consent=10; path=/; max-age=15552000; samesite=lax; domain=keepsake.example; secure'],
  ])
  written.mockRestore()
  storeConsent({ analytics: true, marketing: false }, 'keepsake.example')
  expect(readConsent()).toEqual({ analytics: true, marketing: false })
})

test('AA-037 a host that is not below the parent domain stores the choice for itself', () => {
  setAddress('http://keepsake-gb.localhost:4000/')
  const written = vi.spyOn(document, 'cookie', 'set')
  storeConsent({ analytics: false, marketing: false }, 'keepsake.example')
  expect(written.mock.calls).toEqual([['keepsake_consent=00; path=/; max-age=15552000; samesite=lax']])
})

test('AA-038 what a provider stored is deleted on host and parent domain, and nothing else', () => {
  setAddress('https://my.keepsake.example/')
  writeCookie('_ga=1; path=/')
  writeCookie('_ga_x=2; path=/; domain=keepsake.example')
  writeCookie('_gap=3; path=/')
  writeCookie('keepsake_consent=00; path=/')
  localStorage.setItem('_ga_seen', '1')
  localStorage.setItem('sort', 'date')
  deleteStoredData(['_ga', '_ga_*'], 'keepsake.example')
  expect(document.cookie.split('; ').sort()).toEqual(['_gap=3', 'keepsake_consent=00'])
  expect(Object.keys(localStorage)).toEqual(['sort'])
  localStorage.clear()
})

test('AA-038 analytics runs in a frame of its own, and its end removes the frame', () => {
  const stop = startAnalytics('https://analytics.example/a.js', { key: 'k', locale: 'en-GB' })
  const frame = document.querySelector('iframe')
  expect(frame?.hidden).toBe(true)
  expect(document.querySelector('script')).toBeNull()
  stop()
  expect(document.querySelector('iframe')).toBeNull()
  const sent = vi.fn()
  frame?.contentDocument?.addEventListener('keepsake:tracked', sent)
  track({ name: 'page-viewed', page: '/orders' })
  expect(sent).not.toHaveBeenCalled()
})

test.each([
  ['/my-photos/photos', true],
  ['/my-photos/photos/preview/1', true],
  ['/My-Photos/albums/1/preview/2', true],
  ['/my-photos/shared-albums/1', true],
  ['/', false],
  ['/orders', false],
  ['/my-photos-of-others', false],
])('AA-040 chat on %s is hidden: %s', (path, hidden) => {
  expect(isChatHidden(path)).toBe(hidden)
})
