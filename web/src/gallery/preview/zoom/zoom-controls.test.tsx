// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderElement } from '#web/platform/render-element.testing.tsx'
import { photoForTests } from '../../photo-list/photo.testing.ts'
import { createStageGestures } from '../gestures/stage-gestures.ts'
import { ZoomControls } from './zoom-controls.tsx'

const gestures = createStageGestures({
  stage: () => ({ left: 0, top: 0, width: 1000, height: 800 }),
  picture: () => ({ width: 1000, height: 750 }),
  actual: () => 4,
  ends: () => ({ before: false, after: false }),
  mobile: () => false,
  draw: () => {},
  move: () => {},
  close: () => {},
  onTap: () => {},
})

const isNoteShown = (visibleWidth: number, visibleHeight: number, matching: RegExp) => {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: matching.test(query) }))
  renderElement(
    <ZoomControls
      image={{ ...photoForTests(2024, 5, 0), visibleWidth, visibleHeight }}
      scale={2.5}
      actual={4}
      gestures={gestures}
      onFit={() => {}}
      onHold={() => {}}
    />,
  )
  expect(screen.getByRole('slider', { name: 'Zoom' }).getAttribute('aria-valuetext')).toBe('63%')
  return screen.queryByRole('note') !== null
}

const NARROW = /width/
const PHONE = /width|coarse/

test.each([
  ['12 megapixels on a phone', 4_000, 3_000, PHONE, false],
  ['a long screenshot on a phone', 1_080, 15_100, PHONE, false],
  ['20 megapixels on a phone', 5_200, 3_900, PHONE, true],
  ['20 megapixels in a narrow window of a desktop', 5_200, 3_900, NARROW, false],
  ['54 megapixels on a desktop', 9_000, 6_000, /never/, true],
])('NX-255 the note that not every pixel is shown: %s', (_, width, height, matching, isShown) => {
  expect(isNoteShown(width, height, matching)).toBe(isShown)
})
