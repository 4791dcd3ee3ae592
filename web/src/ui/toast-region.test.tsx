// @vitest-environment happy-dom
import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { ToastRegion } from './toast-region.tsx'
import { createToasts } from './toasts.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

function setUp() {
  const toasts = createToasts()
  render(
    <ToastRegion label="Notifications" closeLabel="Close" undoHint="Press Ctrl+Z to undo" toasts={toasts} />,
  )
  return toasts
}

test('the live region exists before its first toast and receives it', () => {
  const toasts = setUp()
  const live = screen.getByRole('status')
  expect(live.getAttribute('aria-live')).toBe('polite')
  act(() => void toasts.add({ subject: 'photos', text: 'Photo deleted' }))
  expect(live.textContent).toContain('Photo deleted')
  act(() => void vi.advanceTimersByTime(5000))
  expect(live.textContent).toBe('')
})

test('the action runs once and closes the toast; the close button only closes it', () => {
  const toasts = setUp()
  const onAction = vi.fn()
  const action = { label: 'Undo', onAction }
  const add = () => act(() => void toasts.add({ subject: 'photos', text: 'Photo deleted', action }))
  add()
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(onAction).toHaveBeenCalledTimes(1)
  expect(screen.queryByText('Photo deleted')).toBeNull()
  add()
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(onAction).toHaveBeenCalledTimes(1)
  expect(toasts.current()).toEqual([])
})

test('RV-106 toasts of downloads are at the top, all others at the bottom, in one live region', () => {
  const toasts = setUp()
  act(() => void toasts.add({ subject: 'photos', text: 'Photo deleted' }))
  act(() => void toasts.add({ subject: 'download', text: 'Downloading photos', place: 'top' }))
  const [top, bottom] = screen.getByRole('status').children
  expect([top?.textContent, bottom?.textContent]).toEqual(['Downloading photos', 'Photo deleted'])
})

test('RV-403 Ctrl or Cmd + Z undoes, except in a text field, and screen readers are told', () => {
  const toasts = setUp()
  const onAction = vi.fn()
  const action = { label: 'Undo', onAction, isUndo: true }
  const undo = () => act(() => void toasts.add({ subject: 'photos', text: 'Photo deleted', action }))
  undo()
  expect(screen.getByRole('status').textContent).toContain('Press Ctrl+Z to undo')
  expect(screen.getByRole('button', { name: 'Undo' }).getAttribute('aria-keyshortcuts')).toBe(
    'Control+Z Meta+Z',
  )
  const field = document.body.appendChild(document.createElement('input'))
  fireEvent.keyDown(field, { key: 'z', ctrlKey: true })
  fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true, shiftKey: true })
  fireEvent.keyDown(document.body, { key: 'z' })
  expect(onAction).not.toHaveBeenCalled()
  expect(fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true })).toBe(false)
  expect(onAction).toHaveBeenCalledTimes(1)
  undo()
  fireEvent.keyDown(document.body, { key: 'Z', metaKey: true })
  expect(onAction).toHaveBeenCalledTimes(2)
  expect(fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true })).toBe(true)
  field.remove()
})

test('timers are paused while the region is hovered or focused', () => {
  const toasts = setUp()
  const action = { label: 'Undo', onAction: () => {} }
  act(() => void toasts.add({ subject: 'photos', text: 'Photo deleted', action }))
  const undo = screen.getByRole('button', { name: 'Undo' })
  fireEvent.focus(undo)
  act(() => void vi.advanceTimersByTime(60_000))
  expect(screen.queryByText('Photo deleted')).not.toBeNull()
  fireEvent.blur(undo)
  act(() => void vi.advanceTimersByTime(5000))
  expect(screen.queryByText('Photo deleted')).toBeNull()
})
