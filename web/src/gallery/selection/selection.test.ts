import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { computeLayout } from '../layout/layout.ts'
import { resolveSelection } from '../on-demand.ts'
import { splitByMonth } from './load-range.ts'
import { isInRange } from './range.ts'
import {
  countSelected,
  EMPTY_SELECTION,
  isPhotoSelected,
  isWholeMonth,
  type Selection,
  selectAll,
  toggleMonth,
  withMonth,
  withoutPhotos,
  withPhotos,
} from './selection.ts'
import {
  INITIAL_STATE,
  type SelectionEvent,
  type SelectionState,
  selectionReducer,
} from './selection-state.ts'

const counts = new Map([
  ['2024/5', 5],
  ['2024/4', 3],
  ['1970/1', 1],
])
const idsOf = (month: string) => Array.from({ length: counts.get(month)! }, (_, index) => `${month} ${index}`)
const months = fc.constantFrom(...counts.keys())

/** Reference model: the same selection as plain sets of ids. */
type Step = { month: string; what: 'photo' | 'month' | 'all' | 'none'; index: number; on: boolean }
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    month: months,
    what: fc.constantFrom('photo', 'photo', 'photo', 'month', 'all', 'none'),
    index: fc.nat(4),
    on: fc.boolean(),
  }),
  { maxLength: 40 },
)

describe('selection', () => {
  test('PL-049 PL-050 agrees with plain sets of ids after any steps, and its count is correct', () => {
    fc.assert(
      fc.property(steps, taken => {
        let selection: Selection = EMPTY_SELECTION
        const plain = new Set<string>()
        for (const { month, what, index, on } of taken) {
          const ids = idsOf(month)
          const id = ids[index % ids.length]!
          if (what === 'photo') {
            selection = withPhotos(selection, month, [id], on)
            on ? plain.add(id) : plain.delete(id)
          } else if (what === 'month') {
            const off = ids.every(each => plain.has(each))
            selection = toggleMonth(selection, month, counts)
            for (const each of ids) off ? plain.delete(each) : plain.add(each)
          } else if (what === 'all') {
            selection = selectAll(counts)
            for (const key of counts.keys()) for (const each of idsOf(key)) plain.add(each)
          } else {
            selection = EMPTY_SELECTION
            plain.clear()
          }
        }
        expect(countSelected(selection, counts)).toBe(plain.size)
        for (const month of counts.keys()) {
          const ids = idsOf(month)
          for (const id of ids) expect(isPhotoSelected(selection, month, id)).toBe(plain.has(id))
          expect(isWholeMonth(selection, month, counts)).toBe(ids.every(id => plain.has(id)))
        }
      }),
    )
  })

  test('PL-050 a month whose photos were selected one by one counts as whole, and toggling removes all', () => {
    const selection = withPhotos(EMPTY_SELECTION, '2024/4', idsOf('2024/4'), true)
    expect(countSelected(toggleMonth(selection, '2024/4', counts), counts)).toBe(0)
  })

  test('removed photos are dropped from the selection, with their months', () => {
    const chosen = withPhotos(
      withMonth(EMPTY_SELECTION, '1970/1', true),
      '2024/5',
      ['2024/5 1', '2024/5 2'],
      true,
    )
    const left = new Map([['2024/5', 4]])
    const selection = withoutPhotos(chosen, new Set(['2024/5 1']), left)
    expect(countSelected(selection, left)).toBe(1)
  })
})

describe('ids of a selection', () => {
  const fetchPage = async (month: string, limit: number, cursor: string | null) => {
    expect(limit).toBe(500)
    const from = Number(cursor ?? 0)
    const images = idsOf(month)
      .slice(from, from + 2)
      .map(imageId => ({ imageId }))
    return { images, cursor: from + 2 < counts.get(month)! ? String(from + 2) : null } as never
  }

  test('PL-051 whole months are read to their last page, without the exceptions', async () => {
    const selection = withPhotos(
      withPhotos(withMonth(EMPTY_SELECTION, '2024/5', true), '2024/5', ['2024/5 3'], false),
      '2024/4',
      ['2024/4 0'],
      true,
    )
    const ids = await resolveSelection(selection, fetchPage)
    expect(Object.fromEntries(ids)).toEqual({
      '2024/4': ['2024/4 0'],
      '2024/5': ['2024/5 0', '2024/5 1', '2024/5 2', '2024/5 4'],
    })
  })

  test('a page that cannot be fetched fails the whole selection, never returns a part', async () => {
    const broken = async () => Promise.reject(new Error('503'))
    await expect(resolveSelection(selectAll(counts), broken)).rejects.toThrow('503')
  })
})

describe('ranges', () => {
  const geometry = { width: 516, columns: 5, tile: 100, gap: 4, monthGap: 20, header: 56, space: 12 }
  const layout = computeLayout([...counts.values()], () => undefined, geometry)

  test('a range over months is whole in the middle and partial at its ends, in either direction', () => {
    const parts = [
      { month: 0, first: 3, last: 4, isWholeMonth: false },
      { month: 1, first: 0, last: 2, isWholeMonth: true },
      { month: 2, first: 0, last: 0, isWholeMonth: true },
    ]
    expect(splitByMonth(layout, { from: 3, to: 8 })).toEqual(parts)
    expect(splitByMonth(layout, { from: 8, to: 3 })).toEqual(parts)
  })

  test('its parts contain exactly its positions', () => {
    fc.assert(
      fc.property(fc.nat(8), fc.nat(8), (from, to) => {
        const held = splitByMonth(layout, { from, to }).flatMap(({ month, first, last }) =>
          Array.from({ length: last - first + 1 }, (_, step) => layout.starts[month]! + first + step),
        )
        const wanted = Array.from({ length: 9 }, (_, position) => position).filter(position =>
          isInRange({ from, to }, position),
        )
        expect(held).toEqual(wanted)
      }),
    )
  })
})

describe('selection mode', () => {
  const modeAfter = (...events: SelectionEvent[]) =>
    events.reduce<SelectionState>(selectionReducer, INITIAL_STATE)
  const range = { from: 1, to: 3, isSelecting: true, isLoading: true }

  test('PL-049 ending the mode clears the selection', () => {
    const state = modeAfter(
      { type: 'photo-toggled', month: '2024/5', id: 'a', position: 0 },
      { type: 'ended' },
    )
    expect(state).toMatchObject({ active: false, anchor: null, selection: EMPTY_SELECTION })
  })

  test('PL-034 toggling a photo enters the mode and is undone by toggling it again', () => {
    const press: SelectionEvent = { type: 'photo-toggled', month: '2024/5', id: 'a', position: 2 }
    expect(modeAfter(press)).toMatchObject({ active: true, anchor: 2 })
    expect(countSelected(modeAfter(press).selection, counts)).toBe(1)
    expect(countSelected(modeAfter(press, press).selection, counts)).toBe(0)
  })

  test('a drawn range is not part of the selection until its ids are loaded', () => {
    const drawn = modeAfter({ type: 'range-drawn', range: { from: 1, to: 3 }, isSelecting: true })
    expect(drawn.pending).toMatchObject({ from: 1, to: 3, isLoading: false })
    expect(countSelected(drawn.selection, counts)).toBe(0)
    const loaded = modeAfter(
      { type: 'range-released', range },
      {
        type: 'range-loaded',
        range,
        session: 0,
        whole: ['2024/4'],
        parts: new Map([['2024/5', ['2024/5 4']]]),
      },
    )
    expect(loaded.pending).toBeNull()
    expect(countSelected(loaded.selection, counts)).toBe(4)
  })

  test('a range drawn while another one loads stays', () => {
    const state = modeAfter(
      { type: 'range-released', range },
      { type: 'range-drawn', range: { from: 5, to: 6 }, isSelecting: true },
      { type: 'range-loaded', range, session: 0, whole: ['2024/4'], parts: new Map() },
    )
    expect(state.pending).toMatchObject({ from: 5, to: 6 })
  })

  test('ids that arrive after the mode ended do not start it again', () => {
    const state = modeAfter(
      { type: 'range-released', range },
      { type: 'ended' },
      { type: 'range-loaded', range, session: 0, whole: ['2024/4'], parts: new Map() },
    )
    expect(state).toMatchObject({ active: false, selection: EMPTY_SELECTION })
  })
})
