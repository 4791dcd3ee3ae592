import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  createScrollMap,
  hasDrifted,
  MAX_SCROLLER,
  mappedScrollPosition,
  type ScrollState,
  toLibrary,
  toScroller,
  trackScroll,
} from './mapped-scroll.ts'

const heights = fc.integer({ min: 1000, max: 300_000_000 })
const STEP = 3000

describe('mapped scrolling', () => {
  test('UI-6 the scroller is never taller than 8,000,000 px', () => {
    fc.assert(fc.property(heights, height => createScrollMap(height).scroller <= 8_000_000))
    expect(MAX_SCROLLER).toBeLessThan(8_000_000)
  })

  test('a library that fits is scrolled px by px', () => {
    const map = createScrollMap(5_000_000)
    expect([0, 1, 2_500_000, 5_000_000].map(y => toScroller(map, y))).toEqual([0, 1, 2_500_000, 5_000_000])
  })

  test('UI-6 library positions map to scroller positions and back, to the px', () => {
    fc.assert(
      fc.property(heights, fc.double({ min: 0, max: 1, noNaN: true }), (height, part) => {
        const map = createScrollMap(height)
        const y = part * height
        const real = toScroller(map, y)
        expect(real).toBeGreaterThanOrEqual(0)
        expect(real).toBeLessThanOrEqual(map.scroller + 1e-6)
        expect(toLibrary(map, real)).toBeCloseTo(y, 3)
      }),
    )
  })

  test('UI-6 both ends are reached px by px, above and below the grid too', () => {
    const map = createScrollMap(100_000_000)
    expect(toLibrary(map, -300)).toBe(-300)
    expect(toLibrary(map, 999)).toBe(999)
    expect(toLibrary(map, map.scroller)).toBe(100_000_000)
    expect(toLibrary(map, map.scroller - 860)).toBe(100_000_000 - 860)
  })

  test('the map is monotonic', () => {
    fc.assert(
      fc.property(heights, fc.nat(7_900_000), fc.nat(100_000), (height, real, more) => {
        const map = createScrollMap(height)
        return toLibrary(map, real + more) >= toLibrary(map, real)
      }),
    )
  })

  test('wheel and keys move by real px anywhere', () => {
    fc.assert(
      fc.property(heights, fc.nat(7_000_000), fc.integer({ min: -STEP, max: STEP }), (height, real, step) => {
        const map = createScrollMap(height)
        const from = { real, y: toLibrary(map, real) }
        expect(trackScroll(map, from, real + step, STEP).y - from.y).toBeCloseTo(step, 3)
      }),
    )
  })

  test('a jump of the scroll bar moves to the mapped position', () => {
    const map = createScrollMap(100_000_000)
    expect(trackScroll(map, { real: 0, y: 0 }, map.scroller / 2, STEP).y).toBeCloseTo(50_000_000, 0)
  })

  test('after scrolling the scroller is realigned without moving the library', () => {
    const map = createScrollMap(100_000_000)
    let place: ScrollState = { real: 4_000_000, y: toLibrary(map, 4_000_000) }
    for (let step = 0; step < 100; step++) place = trackScroll(map, place, place.real + 900, STEP)
    const real = mappedScrollPosition(map, place)!
    expect(real).not.toBeNull()
    expect(toLibrary(map, real)).toBeCloseTo(place.y, 3)
    expect(mappedScrollPosition(map, { real, y: place.y })).toBeNull()
  })

  test('UI-6 steps alone reach both ends of a library of any height', () => {
    const map = createScrollMap(40_000_000)
    let place: ScrollState = { real: 0, y: 0 }
    while (place.y < map.library - 860) {
      const real = Math.min(place.real + STEP, map.scroller)
      expect(real).toBeGreaterThan(place.real)
      place = trackScroll(map, place, real, STEP)
      if (hasDrifted(map, place)) place = { real: toScroller(map, place.y), y: place.y }
    }
    expect(place.y).toBeLessThan(map.library + STEP)
  })
})
