import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findCellForKey } from './keyboard.ts'
import { computeLayout, countCells } from './layout.ts'

const geometry = { width: 516, columns: 5, tile: 100, gap: 4, monthGap: 20, header: 56, space: 12 }
const layout = computeLayout([7, 3, 30], () => undefined, geometry)
const at = (month: number, cell: number) => ({ month, cell })
const go = (key: string, month: number, cell: number) => findCellForKey(layout, at(month, cell), key, 2)

describe('arrow keys in the grid', () => {
  test('left and right go through rows and on into the next month', () => {
    expect(go('ArrowRight', 0, 4)).toEqual(at(0, 5))
    expect(go('ArrowRight', 0, 6)).toEqual(at(1, 0))
    expect(go('ArrowLeft', 1, 0)).toEqual(at(0, 6))
  })

  test('up and down keep the column, or move to the last photo of a shorter row', () => {
    expect(go('ArrowDown', 0, 1)).toEqual(at(0, 6))
    expect(go('ArrowDown', 0, 4)).toEqual(at(0, 6))
    expect(go('ArrowDown', 0, 6)).toEqual(at(1, 1))
    expect(go('ArrowUp', 2, 4)).toEqual(at(1, 2))
  })

  test('arrow keys do not move beyond the ends', () => {
    expect(go('ArrowLeft', 0, 0)).toEqual(at(0, 0))
    expect(go('ArrowUp', 0, 3)).toEqual(at(0, 3))
    expect(go('ArrowDown', 2, 24)).toEqual(at(2, 24))
    expect(go('ArrowRight', 2, 24)).toEqual(at(2, 24))
  })

  test('Home and End move to the first and the last cell of the library', () => {
    expect(go('Home', 2, 9)).toEqual(at(0, 0))
    expect(go('End', 0, 0)).toEqual(at(2, 24))
  })

  test('PageDown moves by rows, across months', () => {
    expect(go('PageDown', 0, 0)).toEqual(at(1, 0))
    expect(go('PageUp', 2, 0)).toEqual(at(0, 5))
  })

  test('no key moves the focus out of the grid', () => {
    const keys = fc.constantFrom(
      'ArrowLeft',
      'ArrowRight',
      'ArrowUp',
      'ArrowDown',
      'PageUp',
      'PageDown',
      'Home',
      'End',
    )
    fc.assert(
      fc.property(fc.array(keys, { maxLength: 60 }), pressed => {
        let cell = at(1, 1)
        for (const key of pressed) {
          cell = findCellForKey(layout, cell, key, 3)!
          expect(cell.cell).toBeGreaterThanOrEqual(0)
          expect(cell.cell).toBeLessThan(countCells(layout, cell.month))
        }
      }),
    )
  })

  test('other keys are ignored', () => expect(go('x', 0, 0)).toBeNull())
})
