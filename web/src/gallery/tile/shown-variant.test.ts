import { expect, test } from 'vitest'
import { photoForTests } from '../photo-list/photo.testing.ts'
import { findLargerVariant } from './shown-variant.ts'

test.each([
  ['of 4:3 is the variant 800', [300, 225], [800, 600], '/800'],
  ['of 2.9:1 is the variant 800', [600, 207], [800, 276], '/800'],
  ['of a panorama is none, because its short edge is lower', [900, 300], [3200, 200], undefined],
  ['of a long screenshot is none', [300, 900], [200, 2796], undefined],
])('NX-253 the larger variant of a tile %s', (_, small, larger, url) => {
  const thumbnails = [
    { id: 300, url: '/300', width: small[0]!, height: small[1]! },
    { id: 800, url: '/800', width: larger[0]!, height: larger[1]! },
  ]
  expect(findLargerVariant({ ...photoForTests(2024, 5, 0), thumbnails })?.url).toBe(url)
})
