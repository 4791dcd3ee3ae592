import { expect, test } from 'vitest'
import type { UploadItem } from '../queue/upload-item.ts'
import { FILE_HEIGHT, GROUP_HEIGHT, positions, rowsBetween, rowsOf } from './rows.ts'

const items = (count: number, state: UploadItem['state']) =>
  Array.from({ length: count }, (_, n) => ({ id: `${state}${n}`, state }) as UploadItem)

test('OP-10 rows keep the order of the queue while files are active and are grouped afterwards', () => {
  const queue = [...items(1, 'added'), ...items(1, 'refused')]
  expect(rowsOf(queue, true).map(row => row.kind)).toEqual(['file', 'file'])
  expect(rowsOf(queue, false).map(row => (row.kind === 'group' ? row.name : row.item.id))).toEqual([
    'refused',
    'refused0',
    'added',
    'added0',
  ])
})

test('every row that overlaps the view is rendered', () => {
  const places = positions(rowsOf([...items(30, 'added'), ...items(30, 'refused')], false))
  expect(places.height).toBe(60 * FILE_HEIGHT + 2 * GROUP_HEIGHT)
  for (let from = -500; from < places.height + 500; from += 33) {
    const [first, last] = rowsBetween(places, from, from + 400)
    for (const [index, top] of places.tops.entries()) {
      const bottom = places.tops[index + 1] ?? places.height
      if (bottom > from && top < from + 400) expect(index >= first && index <= last).toBe(true)
    }
    expect(last - first).toBeLessThan(18)
  }
})
