// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { saveScrollPlace, takeScrollPlace } from './scroll-position.ts'

afterEach(() => sessionStorage.clear())

test('PL-067 the saved place is given back, once', () => {
  saveScrollPlace([0, 1234.5])
  expect(takeScrollPlace()).toEqual([0, 1234.5])
  expect(takeScrollPlace()).toBeUndefined()
})

test.each(['[0,-1]', '[1]', '[1,2,3]', '["1",2]', '[null,2]', '{"0":1,"1":2}', '[1e999,0]', 'no JSON', ''])(
  'PL-067 anything but two non-negative numbers is refused: %s',
  stored => {
    saveScrollPlace([0, 5])
    const [key] = Object.keys(sessionStorage)
    sessionStorage.setItem(key!, stored)
    expect(takeScrollPlace()).toBeUndefined()
  },
)

test('PL-067 without storage there is no place, and no failure', () => {
  const blocked = () => {
    throw new DOMException('blocked', 'SecurityError')
  }
  saveScrollPlace([0, 5], blocked)
  expect(takeScrollPlace(blocked)).toBeUndefined()
})
