// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { configureCalls } from '#web/platform/http/http.testing.ts'
import { finishSignIn } from './finish-sign-in.ts'

let answer: () => Response
beforeEach(() => {
  history.replaceState(null, '', '/auth/callback?code=the-code&state=the-state-of-a-sign-in')
  configureCalls({ services: {}, fetch: async () => answer() })
})
afterEach(() => {
  vi.mocked(location.replace).mockRestore()
  expect(vi.mocked(console.error).mock.calls).toEqual([['Auth Error', expect.any(Error)]])
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
