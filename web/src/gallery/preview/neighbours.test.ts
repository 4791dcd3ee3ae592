import { expect, test } from 'vitest'
import { getPositionAfterRemoval, listPositionsAround } from './neighbours.ts'

test.each([
  [7, 20, 6],
  [19, 19, 18],
  [0, 5, 0],
  [0, 1, 0],
] as const)(
  'PL-065 after removing the photo at %i, with %i left, the one at %i is shown',
  (lost, left, next) => {
    expect(getPositionAfterRemoval(lost, left)).toBe(next)
  },
)

test('PL-066 after removing the last photo there is no position', () => {
  expect(getPositionAfterRemoval(0, 0)).toBeNull()
})

test('positions around one are listed nearest first, none beyond the ends', () => {
  expect(listPositionsAround(5, 2, 100)).toEqual([5, 6, 4, 7, 3])
  expect(listPositionsAround(0, 2, 2)).toEqual([0, 1])
})
