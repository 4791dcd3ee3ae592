import { expect, test } from 'vitest'
import { isSameScreen } from './screen-paths.ts'

test.each([
  ['/', '/', true],
  ['/', '/downloads', false],
  ['/my-photos/photos', '/my-photos/photos/preview/1', true],
  ['/my-photos/photos/preview/1', '/my-photos/photos', true],
  ['/my-photos/photos', '/my-photos/deleted', false],
  ['/my-photos/photos', '/my-photos/albums', false],
  ['/my-photos/albums', '/my-photos/albums/1', false],
  ['/my-photos/albums/1', '/my-photos/albums/1/preview/2', true],
  ['/my-photos/albums/1', '/my-photos/albums/2', false],
  ['/my-photos/deleted', '/my-photos/deleted/preview/1', true],
])('%s and %s are one screen: %s', (from, to, isSame) => {
  expect(isSameScreen(from, to)).toBe(isSame)
})
