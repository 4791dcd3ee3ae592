import { expect, test } from 'vitest'
import { getTransitionTypes } from './transitions.ts'

const between = (from: string | undefined, to: string) =>
  getTransitionTypes({
    fromLocation: from === undefined ? undefined : { pathname: from },
    toLocation: { pathname: to },
  })

test.each([
  [undefined, '/', false],
  ['/', '/', false],
  ['/', '/downloads', ['page']],
  ['/my-photos/photos', '/my-photos/photos/preview/1', false],
  ['/my-photos/photos/preview/1', '/my-photos/photos', false],
  ['/my-photos/photos', '/my-photos/deleted', ['page']],
  ['/my-photos/photos', '/my-photos/albums', ['page']],
  ['/my-photos/albums', '/my-photos/albums/1', ['page']],
  ['/my-photos/albums/1', '/my-photos/albums/1/preview/2', false],
  ['/my-photos/albums/1', '/my-photos/albums/2', ['page']],
])('from %s to %s the fade is %s', (from, to, types) => {
  expect(between(from, to)).toEqual(types)
})
