// @vitest-environment happy-dom
import type { Window } from 'happy-dom'
import { expect, test } from 'vitest'
import { getScreenSize, isMobile } from './screen-size.ts'

test.each([
  [390, 'small', true],
  [574, 'small', true],
  [575, 'medium', true],
  [1023, 'medium', true],
  [1024, 'large', false],
  [1279, 'large', false],
  [1280, 'extra-large', false],
  [1920, 'extra-large', false],
] as const)('PL-147 %i px is %s, mobile: %s', (width, size, mobile) => {
  ;(window as unknown as Window).happyDOM.setViewport({ width })
  expect(getScreenSize()).toBe(size)
  expect(isMobile(getScreenSize())).toBe(mobile)
})
