// @vitest-environment happy-dom
import { act, fireEvent, render, screen } from '@testing-library/react'
import Trash2 from 'lucide-react/icons/trash-2'
import { expect, test, vi } from 'vitest'
import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'

test('PL-054 a button with a disabledReason stays focusable, ignores presses and shows the reason', async () => {
  const onClick = vi.fn()
  render(
    <Button onClick={onClick} disabledReason="Up to 100 photos can be downloaded at a time">
      Download
    </Button>,
  )
  const button = screen.getByRole('button', { name: 'Download' })
  button.focus()
  expect(document.activeElement).toBe(button)
  expect(button.getAttribute('aria-disabled')).toBe('true')
  expect(describedBy(button)).toBe('Up to 100 photos can be downloaded at a time')
  fireEvent.click(button)
  expect(onClick).not.toHaveBeenCalled()
  await vi.waitFor(
    () =>
      expect(document.querySelector('[popover]')?.textContent).toBe(
        'Up to 100 photos can be downloaded at a time',
      ),
    { timeout: 60_000 },
  )
  // Its listener is added after the frame that shows it.
  await act(async () => undefined)
  fireEvent.keyDown(button, { key: 'Escape' })
  expect(document.querySelector('[popover]')).toBeNull()
})

test('a button without a reason is enabled', () => {
  const onClick = vi.fn()
  render(
    <Button onClick={onClick} disabledReason={false}>
      Download
    </Button>,
  )
  const button = screen.getByRole('button')
  fireEvent.click(button)
  expect(onClick).toHaveBeenCalledTimes(1)
  expect(button.getAttribute('aria-disabled')).toBeNull()
  expect(button.getAttribute('type')).toBe('button')
})

test('a disabled or pending submit button does not submit', () => {
  const onSubmit = vi.fn(event => event.preventDefault())
  const form = (props: { pending?: boolean; disabledReason?: string }) => (
    <form onSubmit={onSubmit}>
      <Button type="submit" {...props}>
        Upload
      </Button>
    </form>
  )
  const { rerender } = render(form({ disabledReason: 'Add photos first' }))
  fireEvent.click(screen.getByRole('button'))
  rerender(form({ pending: true }))
  expect(screen.getByRole('button').getAttribute('aria-busy')).toBe('true')
  fireEvent.click(screen.getByRole('button'))
  expect(onSubmit).not.toHaveBeenCalled()
  rerender(form({}))
  fireEvent.click(screen.getByRole('button'))
  expect(onSubmit).toHaveBeenCalledTimes(1)
})

test('an icon button is named by its label and described by its disabledReason', () => {
  const onClick = vi.fn()
  const { rerender } = render(<IconButton icon={Trash2} label="Delete" onClick={onClick} />)
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }))
  rerender(<IconButton icon={Trash2} label="Delete" onClick={onClick} disabledReason="Select photos first" />)
  const button = screen.getByRole('button', { name: 'Delete' })
  fireEvent.click(button)
  expect(onClick).toHaveBeenCalledTimes(1)
  expect(describedBy(button)).toBe('Select photos first')
})

test('RV-117 the tooltip of an icon button appears after a delay and stays while the pointer goes onto it', async () => {
  render(<IconButton icon={Trash2} label="Delete" disabledReason="Delete" />)
  const button = screen.getByRole('button')
  // Its code is loaded with its first use.
  fireEvent.click(button)
  await vi.waitFor(() => expect(document.querySelector('[popover]')).not.toBeNull(), { timeout: 60_000 })
  fireEvent.pointerDown(button)
  vi.useFakeTimers()
  fireEvent.pointerLeave(button, { pointerType: 'mouse' })
  fireEvent.pointerEnter(button, { pointerType: 'mouse' })
  fireEvent.pointerMove(button, { pointerType: 'mouse' })
  act(() => void vi.advanceTimersByTime(499))
  expect(document.querySelector('[popover]')).toBeNull()
  act(() => void vi.advanceTimersByTime(1))
  expect(document.querySelector('[popover]')?.textContent).toBe('Delete')
  fireEvent.pointerLeave(button)
  act(() => void vi.advanceTimersByTime(100))
  fireEvent.pointerEnter(document.querySelector('[popover]')!)
  act(() => void vi.advanceTimersByTime(1000))
  expect(document.querySelector('[popover]')?.textContent).toBe('Delete')
  fireEvent.pointerLeave(document.querySelector('[popover]')!)
  expect(document.querySelector('[popover]')).toBeNull()
  vi.useRealTimers()
})

function describedBy(element: HTMLElement) {
  return document.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent
}
