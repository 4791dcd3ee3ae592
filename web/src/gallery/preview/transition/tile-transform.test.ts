import { expect, test } from 'vitest'
import { getTileStyle, isOnScreen } from './tile-transform.ts'

const PICTURE = { left: 100, top: 50, width: 800, height: 600 }

test('a picture in its tile covers it and is clipped like it', () => {
  const tile = { left: 20, top: 400, width: 150, height: 150 }
  // Scaled to the tile's height, a quarter; 100 px of the 800 are clipped on each side.
  expect(getTileStyle(PICTURE, tile)).toEqual({
    transform: 'translate(-405px, 125px) scale(0.25)',
    clipPath: 'inset(0px 100px)',
  })
})

test('a tile beyond the edge of the screen is not on screen', () => {
  const screen = { width: 1000, height: 800 }
  expect(isOnScreen({ left: 0, top: 700, width: 150, height: 150 }, screen)).toBe(true)
  expect(isOnScreen({ left: 0, top: 800, width: 150, height: 150 }, screen)).toBe(false)
  expect(isOnScreen({ left: 0, top: -150, width: 150, height: 150 }, screen)).toBe(false)
  expect(isOnScreen({ left: 0, top: 0, width: 0, height: 0 }, screen)).toBe(false)
})
