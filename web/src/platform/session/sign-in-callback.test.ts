// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { pageSession } from './page-session.ts'
import { readCallback, recordSignInFailure } from './sign-in-callback.ts'

test('AA-005 the session requires the configuration', () => {
  expect(() => pageSession()).toThrow('Config should be loaded before authentication')
})

test('AA-002 the callback has code, state and issuer', () => {
  expect(readCallback('?code=the-code&state=the-state&iss=https%3A%2F%2Fid.example')).toEqual({
    code: 'the-code',
    state: 'the-state',
    iss: 'https://id.example',
  })
})

test('AA-006 a callback with an error, without code or without state is refused', () => {
  expect(() => readCallback('?code=c')).toThrow('no state')
  expect(() => readCallback('?state=s')).toThrow('no code')
  expect(() => readCallback('?error=access_denied&error_description=No&state=s')).toThrow('access_denied No')
})

test('AA-006 a third failure within a minute stops the redirect loop', () => {
  expect([recordSignInFailure(0), recordSignInFailure(1000), recordSignInFailure(2000)]).toEqual([
    false,
    false,
    true,
  ])
  expect(recordSignInFailure(70_000)).toBe(false)
})
