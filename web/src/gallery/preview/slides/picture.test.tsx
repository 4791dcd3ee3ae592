// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { textsForTests } from '#web/platform/i18n/texts.testing.ts'
import { TextsProvider } from '#web/platform/i18n/texts-provider.tsx'
import { photoForTests } from '../../photo-list/photo.testing.ts'
import { Picture } from './picture.tsx'

afterEach(cleanup)

test.each([
  ['a long screenshot whose variant is its middle', 150, 9_000, 150, 5_200, true],
  ['a panorama whose variant is its middle', 9_000, 150, 5_200, 150, true],
  ['a small photo, which its variant shows whole', 150, 900, 150, 900, false],
  ['a photo that is not enlarged', 4_000, 3_000, 1_300, 975, false],
])('NX-253 %s loads the original at once only if its variant is cut', (_, width, height, w, h, loads) => {
  const image = {
    ...photoForTests(2024, 5, 0),
    visibleWidth: width,
    visibleHeight: height,
    thumbnails: [{ id: 1300, url: '/1300', width: w, height: h }],
    untouchedUrl: '/untouched',
  }
  render(
    <TextsProvider texts={textsForTests()}>
      <Picture
        image={image}
        box={{ width: 10, height: 10 }}
        label="Photo"
        large
        sharp={false}
        urgent
        renew={async () => {}}
      />
    </TextsProvider>,
  )
  const sources = [...screen.getByRole('img', { name: 'Photo' }).querySelectorAll('img')].map(layer =>
    layer.getAttribute('src'),
  )
  expect(sources.includes('/untouched')).toBe(loads)
})
