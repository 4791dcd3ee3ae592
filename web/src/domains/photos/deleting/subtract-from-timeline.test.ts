import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toMonths } from '../months.ts'
import { subtractFromTimeline } from './delete-photos.ts'

test('PL-100 counts are reduced; months and years without photos are removed', () => {
  const timeline = { 2024: { 5: 3, 6: 2 }, 2023: { 1: 1 } }
  const gone = new Map([
    ['2024/5', 1],
    ['2024/6', 2],
    ['2023/1', 1],
  ])
  expect(subtractFromTimeline({ counts: timeline, wide: {} }, gone).counts).toEqual({ 2024: { 5: 2 } })
})

test.each(['desc', 'asc'] as const)(
  'NX-254 in the order %s the remaining wide photos keep their tiles',
  order => {
    const photos = fc.array(fc.record({ isWide: fc.boolean(), isRemoved: fc.boolean() }), {
      minLength: 1,
      maxLength: 60,
    })
    fc.assert(
      fc.property(photos, month => {
        const listWide = (kept: typeof month) =>
          kept.flatMap(({ isWide }, position) => (isWide ? [position] : []))
        const newestFirst = order === 'desc' ? month : month.toReversed()
        const removed = month.flatMap(({ isRemoved }, position) => (isRemoved ? [position] : []))
        const { counts, wide } = subtractFromTimeline(
          { counts: { 2024: { 5: month.length } }, wide: { '2024/5': listWide(newestFirst) } },
          new Map([['2024/5', removed.length]]),
          new Map([['2024/5', removed]]),
          order,
        )
        const [left] = toMonths(counts, order, wide)
        const remaining = month.filter(({ isRemoved }) => !isRemoved)
        expect(left?.wide ?? []).toEqual(listWide(remaining))
      }),
    )
  },
)

test('NX-254 removed photos of unknown position leave positions of the month only', () => {
  const timeline = { counts: { 2024: { 5: 10 } }, wide: { '2024/5': [1, 9] } }
  const { counts, wide } = subtractFromTimeline(timeline, new Map([['2024/5', 3]]))
  expect(toMonths(counts, 'asc', wide)[0]!.wide).toEqual([5])
})
