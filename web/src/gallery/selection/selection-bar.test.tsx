// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import Download from 'lucide-react/icons/download'
import Trash2 from 'lucide-react/icons/trash-2'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { renderElement } from '#web/platform/render-element.testing.tsx'
import type { ActionOutcome, PhotoAction } from '../actions/photo-action.ts'
import { SelectionBar, type SelectionBarProps, type SelectionSummary } from './selection-bar.tsx'

let outcome: ActionOutcome = 'done'
const perform = vi.fn(async () => outcome)
const performInParts = vi.fn(async () => outcome)
const on = { end: vi.fn(), selectAll: vi.fn(), deselectAll: vi.fn() }
const actions: PhotoAction[] = [
  {
    id: 'download',
    name: 'action.download',
    icon: Download,
    perform,
    disabledReason: (count, { text }) =>
      count > 100 ? text('selection.download-limit', { limit: 100 }) : undefined,
    alternative: {
      id: 'parts',
      name: 'selection.download-in-parts',
      icon: Download,
      perform: performInParts,
    },
  },
  { id: 'delete', name: 'action.delete', icon: Trash2, shortcut: 'Delete', perform },
]

beforeEach(() => {
  outcome = 'done'
})

type Changes = Partial<SelectionSummary & Pick<SelectionBarProps, 'actions' | 'blocked'>>

function show({ actions: offered = actions, blocked = false, ...changes }: Changes = {}) {
  const count = changes.count ?? 3
  const targets = { count, ids: async () => [] }
  renderElement(
    <SelectionBar
      selection={{ count, loading: false, targets, isEverything: false, ...on, ...changes }}
      actions={offered}
      ask={async () => undefined}
      blocked={blocked}
    />,
  )
}
const button = (name: string) => screen.getByRole('button', { name })

describe('selection bar', () => {
  test("PL-049 shows a cancel button and the counter '{amount} selected'", () => {
    show({ count: 1234 })
    expect(screen.getByText('1,234 selected')).toBeDefined()
    fireEvent.click(button('Cancel selection'))
    expect(on.end).toHaveBeenCalledOnce()
  })

  test('PL-052 with nothing selected no action can be performed', () => {
    show({ count: 0 })
    for (const name of ['Download', 'Delete']) {
      expect(button(name).getAttribute('aria-disabled')).toBe('true')
      fireEvent.click(button(name))
    }
    fireEvent.keyDown(window, { key: 'Delete' })
    expect(perform).not.toHaveBeenCalled()
  })

  test.each([
    [100, null],
    [101, 'true'],
  ])('PL-054 with %d photos Download has aria-disabled %s', (count, disabled) => {
    show({ count })
    expect(button('Download').getAttribute('aria-disabled')).toBe(disabled)
    expect(screen.queryByText('Up to 100 photos can be downloaded at a time') !== null).toBe(
      disabled !== null,
    )
  })

  test('RV-819 an alternative is offered beside the disabled action only', async () => {
    for (const count of [0, 100]) {
      show({ count })
      expect(screen.queryByRole('button', { name: 'Download in parts' })).toBeNull()
      cleanup()
    }
    show({ count: 101 })
    const names = screen.getAllByRole('button').map(({ textContent }) => textContent)
    expect(names.slice(-3)).toEqual(['Download', 'Download in parts', 'Delete'])
    fireEvent.click(button('Download in parts'))
    await waitFor(() => expect(on.end).toHaveBeenCalledOnce())
    expect([performInParts.mock.calls.length, perform.mock.calls.length]).toEqual([1, 0])
  })

  test('PL-053 the mode ends after an action succeeded', async () => {
    show()
    fireEvent.click(button('Delete'))
    await waitFor(() => expect(on.end).toHaveBeenCalledOnce())
  })

  test.each(['failed', 'cancelled'] as const)('PL-053 the mode stays after an action %s', async result => {
    outcome = result
    show()
    fireEvent.click(button('Delete'))
    await waitFor(() => expect(button('Delete').getAttribute('aria-busy')).toBeNull())
    expect(perform).toHaveBeenCalledOnce()
    expect(on.end).not.toHaveBeenCalled()
  })

  test('repeated presses run an action once', async () => {
    let end: (value: ActionOutcome) => void = () => {}
    perform.mockImplementationOnce(() => new Promise(resolve => (end = resolve)))
    show()
    fireEvent.click(button('Delete'))
    fireEvent.click(button('Delete'))
    fireEvent.click(button('Download'))
    expect(perform).toHaveBeenCalledOnce()
    end('done')
    await waitFor(() => expect(on.end).toHaveBeenCalledOnce())
  })

  test('Escape ends the mode, Ctrl+A selects all, Delete deletes', async () => {
    outcome = 'failed'
    show()
    fireEvent.keyDown(window, { key: 'a', ctrlKey: true })
    expect(on.selectAll).toHaveBeenCalledOnce()
    fireEvent.keyDown(window, { key: 'Delete' })
    await waitFor(() => expect(perform).toHaveBeenCalledOnce())
    await waitFor(() => expect(button('Delete').getAttribute('aria-busy')).toBeNull())
    fireEvent.keyDown(window, { key: 'Escape' })
    expect(on.end).toHaveBeenCalledOnce()
  })

  test('PL-057 keys are ignored while an overlay covers the page', () => {
    show({ blocked: true })
    fireEvent.keyDown(window, { key: 'Escape' })
    fireEvent.keyDown(window, { key: 'Delete' })
    expect(on.end).not.toHaveBeenCalled()
    expect(perform).not.toHaveBeenCalled()
  })
})
