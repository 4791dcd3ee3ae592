import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  createScrollMap,
  getMappedPosition,
  hasDrifted,
  MAX_SCROLLER,
  type ScrollState,
  toLibraryY,
  toScrollerY,
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
    expect([0, 1, 2_500_000, 5_000_000].map(y => toScrollerY(map, y))).toEqual([0, 1, 2_500_000, 5_000_000])
  })

  test('UI-6 library positions map to scroller positions and back, to the px', () => {
    fc.assert(
      fc.property(heights, fc.double({ min: 0, max: 1, noNaN: true }), (height, part) => {
        const map = createScrollMap(height)
        const y = part * height
        const scrollerY = toScrollerY(map, y)
        expect(scrollerY).toBeGreaterThanOrEqual(0)
        expect(scrollerY).toBeLessThanOrEqual(map.scroller + 1e-6)
        expect(toLibraryY(map, scrollerY)).toBeCloseTo(y, 3)
      }),
    )
  })

  test('UI-6 both ends are reached px by px, above and below the grid too', () => {
    const map = createScrollMap(100_000_000)
    expect(toLibraryY(map, -300)).toBe(-300)
    expect(toLibraryY(map, 999)).toBe(999)
    expect(toLibraryY(map, map.scroller)).toBe(100_000_000)
    expect(toLibraryY(map, map.scroller - 860)).toBe(100_000_000 - 860)
  })

  test('the map is monotonic', () => {
    fc.assert(
      fc.property(heights, fc.nat(7_900_000), fc.nat(100_000), (height, scrollerY, more) => {
        const map = createScrollMap(height)
        return toLibraryY(map, scrollerY + more) >= toLibraryY(map, scrollerY)
      }),
    )
  })

  test('wheel and keys move by px of the scroller anywhere', () => {
    fc.assert(
      fc.property(
        heights,
        fc.nat(7_000_000),
        fc.integer({ min: -STEP, max: STEP }),
        (height, scrollerY, step) => {
          const map = createScrollMap(height)
          const from = { scrollerY, y: toLibraryY(map, scrollerY) }
          expect(trackScroll(map, from, scrollerY + step, STEP).y - from.y).toBeCloseTo(step, 3)
        },
      ),
    )
  })

  test('a jump of the scroll bar moves to the mapped position', () => {
    const map = createScrollMap(100_000_000)
    expect(trackScroll(map, { scrollerY: 0, y: 0 }, map.scroller / 2, STEP).y).toBeCloseTo(50_000_000, 0)
  })

  test('after scrolling the scroller is realigned without moving the library', () => {
    const map = createScrollMap(100_000_000)
    let place: ScrollState = { scrollerY: 4_000_000, y: toLibraryY(map, 4_000_000) }
    for (let step = 0; step < 100; step++) place = trackScroll(map, place, place.scrollerY + 900, STEP)
    const scrollerY = getMappedPosition(map, place)!
    expect(scrollerY).not.toBeNull()
    expect(toLibraryY(map, scrollerY)).toBeCloseTo(place.y, 3)
    expect(getMappedPosition(map, { scrollerY, y: place.y })).toBeNull()
  })

  test('UI-6 steps alone reach both ends of a library of any height', () => {
    const map = createScrollMap(40_000_000)
    let place: ScrollState = { scrollerY: 0, y: 0 }
    while (place.y < map.library - 860) {
      const scrollerY = Math.min(place.scrollerY + STEP, map.scroller)
      expect(scrollerY).toBeGreaterThan(place.scrollerY)
      place = trackScroll(map, place, scrollerY, STEP)
      if (hasDrifted(map, place)) place = { scrollerY: toScrollerY(map, place.y), y: place.y }
    }
    expect(place.y).toBeLessThan(map.library + STEP)
  })
})
