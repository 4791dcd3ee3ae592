import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toReturnPath } from './return-path.ts'

const ORIGIN = 'https://www.keepsake.example'

test.each([
  'https://evil.example/',
  '//evil.example/x',
  '/\\evil.example',
  '/.//evil.example/x',
  '/x/..//evil.example/x',
  '/./\\evil.example/x',
  '/%2e//evil.example/x',
  'javascript:alert(1)',
  '/auth/callback?code=1',
  '/x/../auth/callback',
  '/logout',
  '',
])('AA-002 RV-1156 a page never leads back to %s', returnTo => {
  expect(toReturnPath(returnTo, ORIGIN)).toBe('/')
})

test.each(['/', '/orders?tab=1#top', '/orders//x', '/my-photos/photos?sort=a//b'])(
  'AA-001 RV-1156 a page leads back to %s',
  returnTo => {
    expect(toReturnPath(returnTo, ORIGIN)).toBe(returnTo)
  },
)

test('RV-1156 the path that a page leads back to is one of its own origin, however it is written', () => {
  const part = fc.constantFrom(
    '/',
    '//',
    '\\',
    '.',
    '..',
    '%2e',
    'evil.example',
    'x',
    '@',
    ':',
    '?',
    '#',
    '\t',
    '\n',
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), parts => {
      const path = toReturnPath(`/${parts.join('')}`, ORIGIN)
      expect(new URL(path, ORIGIN).origin).toBe(ORIGIN)
      expect(new URL(ORIGIN + path).pathname).toBe(new URL(path, ORIGIN).pathname)
    }),
    { numRuns: 2000 },
  )
})
