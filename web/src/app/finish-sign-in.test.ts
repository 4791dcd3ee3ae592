// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { configureCalls } from '#web/platform/http/http.testing.ts'
import { finishSignIn } from './finish-sign-in.ts'
import { signIn } from './screens.testing.tsx'

let answer: () => Response
let failures: number
beforeEach(() => {
  failures = 1
  history.replaceState(null, '', '/auth/callback?code=the-code&state=the-state-of-a-sign-in')
  configureCalls({ services: {}, fetch: async () => answer() })
})
afterEach(() => {
  if (vi.isMockFunction(location.replace)) vi.mocked(location.replace).mockRestore()
  expect(vi.mocked(console.error).mock.calls).toEqual(Array(failures).fill(['Auth Error', expect.any(Error)]))
  vi.mocked(console.error).mockClear()
})

test.each([
  ['an answer of 503', () => new Response('{}', { status: 503 })],
  [
    'no connection',
    () => {
      throw new TypeError('failed to fetch')
    },
  ],
])('RV-867 %s keeps the address of the callback, so that loading it again goes on', async (_, failing) => {
  answer = failing
  const redirect = vi.spyOn(location, 'replace').mockImplementation(() => {})
  expect(await finishSignIn()).toBe('interrupted')
  expect([redirect.mock.calls, location.pathname]).toEqual([[], '/auth/callback'])
})

test('RV-867 a code that is refused starts the sign-in again', async () => {
  answer = () => new Response('{}', { status: 400 })
  const redirect = vi.spyOn(location, 'replace').mockImplementation(() => {})
  expect(await finishSignIn()).toBe('redirected')
  expect(redirect.mock.calls).toEqual([['/']])
})

test('AA-002 the customer returns to the requested path, query and fragment', async () => {
  failures = 0
  const claims = { sub: 'a', email: 'a@keepsake.test', idpType: 'local', idpSub: 'a', amr: [] }
  answer = () => Response.json({ accessToken: 't', expiresIn: 600, claims, returnTo: '/orders?stripped=1' })
  history.replaceState(null, '', `${location.href}#products`)
  signIn()
  expect(await finishSignIn()).toBe('done')
  expect(location.pathname + location.search + location.hash).toBe('/orders?stripped=1#products')
})

test('AA-006 neither a callback without a state nor the third failure within a minute starts the sign-in again', async () => {
  failures = 4
  answer = () => new Response('{}', { status: 400 })
  const redirect = vi.spyOn(location, 'replace').mockImplementation(() => {})
  history.replaceState(null, '', '/auth/callback?code=the-code')
  expect(await finishSignIn()).toBe('failed')
  sessionStorage.clear()
  history.replaceState(null, '', '/auth/callback?error=access_denied&state=the-state')
  const outcomes = [await finishSignIn(), await finishSignIn(), await finishSignIn()]
  expect(outcomes).toEqual(['redirected', 'redirected', 'failed'])
  expect(redirect).toHaveBeenCalledTimes(2)
})
