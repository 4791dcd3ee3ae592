// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { createPageSession, useClaims } from './page-session.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const SESSION = {
  accessToken: 'token',
  expiresIn: 600,
  claims: { sub: 'c1', email: 'anna@keepsake.test', idpType: 'keepsake', idpSub: 'c1', amr: ['pwd'] },
}

test('AA-043 a screen that is shown while its session ends keeps the claims; one opened afterwards has none', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.stubGlobal('BroadcastChannel', SilentChannel)
  const session = createPageSession(() => {})
  session.setSession(SESSION)
  const { result } = renderHook(() => useClaims())
  act(() => void session.handleMessage({ type: 'ended' }))
  expect(session.state().status).toBe('signed-out')
  expect(result.current).toEqual(SESSION.claims)
  expect(() => renderHook(() => useClaims())).toThrow('No customer is signed in')
})

/** A channel without other tabs; happy-dom has none. */
class SilentChannel {
  onmessage: unknown = null
  postMessage() {}
}
