import { expect, test } from 'vitest'
import { getPositionAfterRemoval, listPositionsAround } from './neighbours.ts'

test('positions around one are listed nearest first, none beyond the ends', () => {
  expect(listPositionsAround(5, 2, 100)).toEqual([5, 6, 4, 7, 3])
  expect(listPositionsAround(0, 2, 2)).toEqual([0, 1])
})

test('PL-066 after removing the last photo there is no position', () => {
  expect(getPositionAfterRemoval(0, 0)).toBeNull()
})
