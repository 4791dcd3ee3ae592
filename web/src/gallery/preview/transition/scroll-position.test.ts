// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { consumeScrollPosition, saveScrollPosition } from './use-shared-element-transition.ts'

test('PL-067 the saved position is returned once', () => {
  saveScrollPosition([0, 1234.5])
  expect(consumeScrollPosition()).toEqual([0, 1234.5])
  expect(consumeScrollPosition()).toBeUndefined()
})

test.each(['[0,-1]', '[1]', '[1,2,3]', '["1",2]', '[null,2]', '{"0":1,"1":2}', '[1e999,0]', 'no JSON', ''])(
  'PL-067 anything but two non-negative numbers is rejected: %s',
  stored => {
    saveScrollPosition([0, 5])
    const [key] = Object.keys(sessionStorage)
    sessionStorage.setItem(key!, stored)
    expect(consumeScrollPosition()).toBeUndefined()
  },
)

test('PL-067 without storage there is no position, and no failure', () => {
  const blocked = () => {
    throw new DOMException('blocked', 'SecurityError')
  }
  saveScrollPosition([0, 5], blocked)
  expect(consumeScrollPosition(blocked)).toBeUndefined()
})
