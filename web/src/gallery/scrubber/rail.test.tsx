// @vitest-environment happy-dom
import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { textsForTests } from '#web/platform/i18n/texts.testing.ts'
import { TextsProvider } from '#web/platform/i18n/texts-provider.tsx'
import { GridScroller, type View } from '../layout/grid-scroller.ts'
import { computeLayout } from '../layout/layout.ts'
import { Rail } from './rail.tsx'

const TRACK_HEIGHT = 600
let observed: Set<Element>

beforeEach(() => {
  observed = new Set()
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly #changed: () => void
      constructor(changed: () => void) {
        this.#changed = changed
      }
      observe(element: Element) {
        observed.add(element)
        this.#changed()
      }
      disconnect() {}
    },
  )
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(TRACK_HEIGHT)
})

const geometry = { width: 516, columns: 5, tile: 100, gap: 4, monthGap: 20, header: 56, space: 12 }
/** A library with 100 photos each in June of these years. */
function viewOf(years: readonly number[]): View {
  const months = years.map(year => ({ key: `${year}/6`, year, month: 6, count: 100 }))
  return {
    months,
    layout: computeLayout(
      months.map(({ count }) => count),
      () => Number.POSITIVE_INFINITY,
      geometry,
    ),
  } as unknown as View
}

function railOf(scroller: GridScroller, years: readonly number[]) {
  return (
    <TextsProvider texts={textsForTests()}>
      <Rail scroller={scroller} view={viewOf(years)} quiet={false} />
    </TextsProvider>
  )
}

test('UI-6 the rail keeps its years and its thumb when the month in view, the last one, is deleted', async () => {
  const scroller = new GridScroller()
  const { rerender } = render(railOf(scroller, [2024, 2023, 2022]))
  const slider = screen.getByRole('slider')
  fireEvent.keyDown(slider, { key: 'End' })
  expect(slider.getAttribute('aria-valuetext')).toBe('June 2022')
  act(() => rerender(railOf(scroller, [2024, 2023])))
  expect(screen.getByRole('slider')).toBe(slider)
  expect([...observed].every(element => element.isConnected)).toBe(true)
  expect(slider.textContent).toContain('2024')
  expect(slider.textContent).toContain('2023')
  expect(slider.textContent).not.toContain('2022')
  expect(Number(slider.getAttribute('aria-valuenow'))).toBeLessThanOrEqual(1)
})
