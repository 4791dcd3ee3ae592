import { expect, test } from 'vitest'
import { findDateInText } from './routes.ts'

const now = new Date('2026-06-01T12:00:00Z')

test.each<[string, number[] | null]>([
  ['1974-08 Opa Garten 01.jpg', [1974, 8]],
  ['Scan_19740812.jpg', [1974, 8, 12]],
  ['Photo 03.05.24, 14 15 00.jpg', [2024, 5, 3]],
  ['3. 5. 1974.jpg', [1974, 5, 3]],
  ['Urlaub 1974-08', [1974, 8]],
  ['Garden 1974 10.jpg', [1974]],
  ['1974.jpg', [1974]],
  ['Sommer 74', [1974]],
  ['Summer ’05', [2005]],
  ['DSC_1974.jpg', null],
  ['IMG_0042.jpg', null],
  ['Kitchen.jpg', null],
  ['20231974.jpg', null],
  ['c30-heic-pq2020.heic', null],
  ['Garden 2000px.jpg', null],
  ['(1974) Garden.jpg', [1974]],
  ['Garden, 1974.jpg', [1974]],
])('NX-240 %s suggests %o', (text, expected) => {
  const date = findDateInText(text, now)
  const parts = date && [date.year, date.month, date.day].filter(part => part !== undefined)
  expect(parts).toEqual(expected)
})
