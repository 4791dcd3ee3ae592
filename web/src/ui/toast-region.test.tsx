// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ToastRegion } from './toast-region.tsx'
import { createToasts } from './toasts.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function setUp() {
  const toasts = createToasts()
  render(<ToastRegion label="Notifications" closeLabel="Close" toasts={toasts} />)
  return toasts
}

test('the live region exists before its first toast and receives it', () => {
  const toasts = setUp()
  const live = screen.getByRole('status')
  expect(live.getAttribute('aria-live')).toBe('polite')
  act(() => void toasts.add({ text: 'Photo deleted' }))
  expect(live.textContent).toContain('Photo deleted')
  act(() => void vi.advanceTimersByTime(5000))
  expect(live.textContent).toBe('')
})

test('the action runs once and closes the toast; the close button only closes it', () => {
  const toasts = setUp()
  const onAction = vi.fn()
  act(() => void toasts.add({ text: 'Photo deleted', action: { label: 'Undo', onAction } }))
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(onAction).toHaveBeenCalledTimes(1)
  expect(screen.queryByText('Photo deleted')).toBeNull()
  act(() => void toasts.add({ text: 'Photo deleted', action: { label: 'Undo', onAction } }))
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(onAction).toHaveBeenCalledTimes(1)
  expect(toasts.current()).toEqual([])
})

test('timers are paused while the region is hovered or focused', () => {
  const toasts = setUp()
  act(() => void toasts.add({ text: 'Photo deleted', action: { label: 'Undo', onAction: () => {} } }))
  const undo = screen.getByRole('button', { name: 'Undo' })
  fireEvent.focus(undo)
  act(() => void vi.advanceTimersByTime(60_000))
  expect(screen.queryByText('Photo deleted')).not.toBeNull()
  fireEvent.blur(undo)
  act(() => void vi.advanceTimersByTime(5000))
  expect(screen.queryByText('Photo deleted')).toBeNull()
})
