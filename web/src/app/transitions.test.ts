import { expect, test } from 'vitest'
import { transitionTypes } from './transitions.ts'

const between = (from: string | undefined, to: string) =>
  transitionTypes({
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
])('from %s to %s the fade is %s', (from, to, types) => {
  expect(between(from, to)).toEqual(types)
})
