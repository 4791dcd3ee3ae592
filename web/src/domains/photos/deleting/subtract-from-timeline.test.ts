import { expect, test } from 'vitest'
import { subtractFromTimeline } from './subtract-from-timeline.ts'

test('PL-100 counts are reduced; months and years without photos are removed', () => {
  const timeline = { 2024: { 5: 3, 6: 2 }, 2023: { 1: 1 } }
  const gone = new Map([
    ['2024/5', 1],
    ['2024/6', 2],
    ['2023/1', 1],
  ])
  expect(subtractFromTimeline(timeline, gone)).toEqual({ 2024: { 5: 2 } })
})
