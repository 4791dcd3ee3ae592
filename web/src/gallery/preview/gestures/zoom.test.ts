import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  clampZoom,
  computeShownPart,
  computeWheelFactor,
  fitPicture,
  getActualScale,
  getMaxScale,
  NO_ZOOM,
  pinchZoom,
  toggleZoom,
  zoomTo,
} from './zoom.ts'

const STAGE = { width: 1000, height: 800 }
const PICTURE = { width: 1000, height: 750 }
const BOUNDS = { picture: PICTURE, stage: STAGE, actual: 4 }
const MAX_SCALE = 8
const within = (reach: number) => fc.double({ min: -reach, max: reach, noNaN: true })
const scales = fc.double({ min: 1, max: MAX_SCALE, noNaN: true })

describe('fitted', () => {
  test.each([
    [
      { width: 4000, height: 3000 },
      { width: 1000, height: 750 },
    ],
    [
      { width: 3000, height: 4000 },
      { width: 600, height: 800 },
    ],
    [
      { width: 40, height: 30 },
      { width: 80, height: 60 },
    ],
    [{ width: 0, height: 0 }, STAGE],
  ])('PL-055 %o is shown as %o', (picture, shown) => {
    expect(fitPicture(picture, STAGE)).toEqual(shown)
  })
})

describe('zoom', () => {
  test('PL-058 toggles between 1 and 2.5, any other zoom returns to 1', () => {
    const near = toggleZoom(NO_ZOOM, { x: 0, y: 0 }, BOUNDS)
    expect(near).toEqual({ scale: 2.5, x: 0, y: 0 })
    expect(toggleZoom({ ...near, scale: 1.7 }, { x: 0, y: 0 }, BOUNDS)).toEqual(NO_ZOOM)
  })

  test('PL-058 the part of the picture under the point stays in place, as far as the bounds allow', () => {
    fc.assert(
      fc.property(scales, within(500), within(375), (scale, x, y) => {
        const zoom = zoomTo(NO_ZOOM, scale, { x, y }, BOUNDS)
        const reach = Math.max(0, (PICTURE.width * scale - STAGE.width) / 2)
        const wanted = x - x * scale
        expect(zoom.x).toBeCloseTo(Math.min(reach, Math.max(-reach, wanted)), 6)
      }),
    )
  })

  test('PL-058 dragging never shows a gap that the picture could fill; the scale stays within its bounds', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.1, max: 12, noNaN: true }),
        within(9000),
        within(9000),
        (scale, x, y) => {
          const zoom = clampZoom({ scale, x, y }, BOUNDS)
          expect(zoom.scale).toBeGreaterThanOrEqual(1)
          expect(zoom.scale).toBeLessThanOrEqual(MAX_SCALE)
          const width = PICTURE.width * zoom.scale
          const left = STAGE.width / 2 + zoom.x - width / 2
          expect(left).toBeLessThanOrEqual(1e-6)
          expect(left + width).toBeGreaterThanOrEqual(STAGE.width - 1e-6)
        },
      ),
    )
  })

  test.each([
    ['12 megapixels', { width: 4000, height: 3000 }, 1, 4, 8],
    ['12 megapixels on a screen of high density', { width: 4000, height: 3000 }, 2, 2, 5],
    ['a panorama', { width: 20_000, height: 600 }, 1, 20, 40],
    ['a long screenshot', { width: 1080, height: 15_100 }, 1, 18.875, 37.75],
    ['a small photo', { width: 40, height: 30 }, 1, 0.5, 5],
    ['an unknown size', { width: 0, height: 0 }, 1, 1, 5],
  ])('NX-255 RV-806 the scale of %s goes to 200 %%, to 5 at least', (_, picture, ratio, actual, max) => {
    const scale = getActualScale(picture, fitPicture(picture, STAGE), ratio)
    expect(scale).toBeCloseTo(actual, 6)
    expect(getMaxScale(scale)).toBeCloseTo(max, 6)
  })

  test('NX-255 the shown part follows zoom and offset and is never outside of the picture', () => {
    expect(computeShownPart(NO_ZOOM, BOUNDS)).toEqual({ x: 0, y: 0, width: 1, height: 1 })
    const corner = clampZoom({ scale: 4, x: 9000, y: -9000 }, BOUNDS)
    const { x, y, width, height } = computeShownPart(corner, BOUNDS)
    expect([x, width, height]).toEqual([0, 0.25, 800 / 3000])
    expect(y + height).toBeCloseTo(1)
    fc.assert(
      fc.property(scales, within(9000), within(9000), (scale, offsetX, offsetY) => {
        const part = computeShownPart(clampZoom({ scale, x: offsetX, y: offsetY }, BOUNDS), BOUNDS)
        expect(part.x).toBeGreaterThanOrEqual(-1e-9)
        expect(part.x + part.width).toBeLessThanOrEqual(1 + 1e-9)
        expect(part.y).toBeGreaterThanOrEqual(-1e-9)
        expect(part.y + part.height).toBeLessThanOrEqual(1 + 1e-9)
      }),
    )
  })

  test('two fingers scale by their distance and move with their midpoint', () => {
    const from = [
      { x: -50, y: 0 },
      { x: 50, y: 0 },
    ] as const
    const to = [
      { x: -100, y: 30 },
      { x: 140, y: 30 },
    ] as const
    const zoom = pinchZoom(NO_ZOOM, from, to, BOUNDS)
    expect(zoom.scale).toBeCloseTo(2.4)
    expect([zoom.x, zoom.y]).toEqual([20, 30])
  })

  test('wheel up zooms in; lines and a pinch on a trackpad count as more than pixels', () => {
    const turn = { deltaY: -10, deltaMode: 0, ctrlKey: false }
    expect(computeWheelFactor(turn)).toBeGreaterThan(1)
    expect(computeWheelFactor({ ...turn, deltaY: 10 })).toBeCloseTo(1 / computeWheelFactor(turn))
    expect(computeWheelFactor({ ...turn, deltaMode: 1 })).toBeGreaterThan(computeWheelFactor(turn))
    expect(computeWheelFactor({ ...turn, ctrlKey: true })).toBeGreaterThan(computeWheelFactor(turn))
  })
})
