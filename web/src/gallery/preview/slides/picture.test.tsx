// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderElement } from '#web/platform/render-element.testing.tsx'
import { photoForTests } from '../../photo-list/photo.testing.ts'
import { Picture } from './slides.tsx'

function showPicture(width: number, height: number, w: number, h: number, { sharp = false } = {}) {
  const image = {
    ...photoForTests(2024, 5, 0),
    visibleWidth: width,
    visibleHeight: height,
    thumbnails: [{ id: 1300, url: '/1300', width: w, height: h }],
    untouchedUrl: '/untouched',
  }
  renderElement(
    <Picture
      image={image}
      box={{ width: 10, height: 10 }}
      label="Photo"
      large
      sharp={sharp}
      urgent
      renew={async () => {}}
    />,
  )
  return screen.getByRole('img', { name: 'Photo' })
}

const loadsOriginal = (picture: HTMLElement) =>
  [...picture.querySelectorAll('img')].some(layer => layer.getAttribute('src') === '/untouched')

test.each([
  ['a long screenshot whose variant is its middle', 150, 9_000, 150, 5_200, true],
  ['a panorama whose variant is its middle', 9_000, 150, 5_200, 150, true],
  ['a small photo, which its variant shows whole', 150, 900, 150, 900, false],
  ['a photo that is not enlarged', 4_000, 3_000, 1_300, 975, false],
])('NX-253 %s loads the original at once only if its variant is cut', (_, width, height, w, h, loads) => {
  expect(loadsOriginal(showPicture(width, height, w, h))).toBe(loads)
})

test.each([
  ['49.9 megapixels', 8_660, 5_760, 1_300, 865, true],
  ['more than 50 megapixels', 8_700, 5_800, 1_300, 867, false],
  ['a panorama of more than 50 megapixels', 60_000, 900, 5_200, 200, false],
])(
  'NX-255 the original of %s is loaded when zoomed only if it is not too large',
  (_, width, height, w, h, loads) => {
    expect(loadsOriginal(showPicture(width, height, w, h, { sharp: true }))).toBe(loads)
  },
)

test('NX-255 the placeholder of a panorama covers the middle that it was made of', () => {
  expect(showPicture(9_000, 600, 900, 300).style.backgroundSize).toBe('20% 100%')
  cleanup()
  expect(showPicture(600, 9_000, 300, 900).style.backgroundSize).toBe('100% 20%')
  cleanup()
  expect(showPicture(4_000, 3_000, 1_300, 975).style.backgroundSize).toBe('')
})
