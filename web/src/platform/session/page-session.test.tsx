// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { createPageSession, useClaims } from './page-session.ts'

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

test('RV-816 what a tab remembers is kept for the next page of its customer, and cleared before a page of another one', () => {
  vi.stubGlobal('BroadcastChannel', SilentChannel)
  const load = (sub: string) =>
    createPageSession(() => {}).setSession({ ...SESSION, claims: { ...SESSION.claims, sub } })
  load('c1')
  sessionStorage.setItem('keepsake.invoice-filter', 'a number')
  load('c1')
  expect(sessionStorage.getItem('keepsake.invoice-filter')).toBe('a number')
  load('c2')
  expect(sessionStorage.getItem('keepsake.invoice-filter')).toBeNull()
})

test('RV-816 a page that another customer takes over stores its place until it is loaded again', () => {
  vi.stubGlobal('BroadcastChannel', SilentChannel)
  const sessionOf = (sub: string) => ({ ...SESSION, claims: { ...SESSION.claims, sub } })
  const session = createPageSession(() => {})
  session.setSession(sessionOf('c1'))
  session.setSession(sessionOf('c2'))
  // As a page of photos does when it is left.
  sessionStorage.setItem('keepsake.places.1', 'of c1')
  createPageSession(() => {}).setSession(sessionOf('c2'))
  expect(sessionStorage.getItem('keepsake.places.1')).toBeNull()
})

/** A channel without other tabs; happy-dom has none. */
class SilentChannel {
  onmessage: unknown = null
  postMessage() {}
}
