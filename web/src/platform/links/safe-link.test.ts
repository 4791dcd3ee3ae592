import { expect, test } from 'vitest'
import { toSafeLink } from './safe-link.ts'

test.each(['https://www.example.com/help', 'http://localhost:1', 'HTTPS://EXAMPLE.COM'])(
  'PL-145 %s is a link',
  address => {
    expect(toSafeLink(address)).toBe(address)
  },
)

test.each([
  'javascript:alert(1)',
  ' javascript:alert(1)',
  'data:text/html,x',
  'ftp://example.com',
  '/path',
  '//x',
  '',
  null,
])('PL-145 %s is none', address => {
  expect(toSafeLink(address)).toBeUndefined()
})
