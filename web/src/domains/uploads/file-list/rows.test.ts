import { expect, test } from 'vitest'
import type { UploadItem } from '../queue/upload-item.ts'
import { computeRowPositions, FILE_HEIGHT, findRowsBetween, GROUP_HEIGHT, listRows } from './rows.ts'

const items = (count: number, state: UploadItem['state']) =>
  Array.from({ length: count }, (_, n) => ({ id: `${state}${n}`, state }) as UploadItem)

const texts = (queue: UploadItem[], active: boolean) =>
  listRows(queue, active).map(row => {
    if (row.kind === 'file') return row.item.id
    return row.kind === 'group' ? `${row.name} ${row.count}` : `${row.kind} ${row.items.length}`
  })

test('OP-10 rows keep the order of the queue while files are active and are grouped afterwards', () => {
  const queue = [...items(1, 'added'), ...items(1, 'sending'), ...items(1, 'already-there')]
  expect(texts(queue, true)).toEqual(['added0', 'sending0', 'already-there0'])
  expect(texts([...items(1, 'added'), ...items(1, 'refused')], false)).toEqual([
    'refused 1',
    'refused0',
    'added 1',
    'added0',
  ])
})

test('RV-1147 videos and documents are one row after the companions, and a row each once they are shown', () => {
  const queue = [...items(2, 'left-out'), ...items(1, 'companion'), ...items(1, 'added')]
  expect(texts(queue, true)).toEqual(['companions 1', 'left-out 2', 'added0'])
  expect(texts(queue, false)).toEqual(['companions 1', 'left-out 2', 'added 1', 'added0'])
  const shown = listRows(queue, true, { open: new Set(['left-out']) }).map(({ kind }) => kind)
  expect(shown).toEqual(['companions', 'left-out', 'file', 'file', 'file'])
})

test('RV-112 refused and failed files are on top from the first moment', () => {
  const queue = [...items(1, 'added'), ...items(2, 'refused'), ...items(1, 'sending'), ...items(1, 'failed')]
  expect(texts(queue, true)).toEqual([
    'failed 1',
    'failed0',
    'refused 2',
    'refused0',
    'refused1',
    'other 2',
    'added0',
    'sending0',
  ])
})

test('RV-808 companions are one row after real refusals, and a row each once they are shown', () => {
  const queue = [...items(2, 'companion'), ...items(1, 'added'), ...items(1, 'refused')]
  expect(texts(queue, true)).toEqual(['refused 1', 'refused0', 'companions 2', 'other 1', 'added0'])
  expect(texts(queue, false)).toEqual(['refused 1', 'refused0', 'companions 2', 'added 1', 'added0'])
  expect(
    listRows(queue, false, { open: new Set(['companions']) }).filter(({ kind }) => kind === 'file'),
  ).toHaveLength(4)
  expect(texts(items(1, 'sending'), true)).toEqual(['sending0'])
  expect(listRows(items(1, 'sending'), true, { hasHidden: true })[0]?.kind).toBe('companions')
})

test('every row that overlaps the view is rendered', () => {
  const places = computeRowPositions(listRows([...items(30, 'added'), ...items(30, 'refused')], false))
  expect(places.height).toBe(60 * FILE_HEIGHT + 2 * GROUP_HEIGHT)
  for (let from = -500; from < places.height + 500; from += 33) {
    const [first, last] = findRowsBetween(places, from, from + 400)
    for (const [index, top] of places.tops.entries()) {
      const bottom = places.tops[index + 1] ?? places.height
      if (bottom > from && top < from + 400) expect(index >= first && index <= last).toBe(true)
    }
    expect(last - first).toBeLessThan(18)
  }
})
