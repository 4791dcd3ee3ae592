// @vitest-environment happy-dom
import { fireEvent, render as renderPlain, screen } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { textsForTests } from '#web/platform/i18n/texts.testing.ts'
import { TextsProvider } from '#web/platform/i18n/texts-provider.tsx'
import { AlertBanner } from './alert-banner.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Dialog } from './dialog.tsx'

const render = (shown: ReactNode) =>
  renderPlain(shown, {
    wrapper: ({ children }) => <TextsProvider texts={textsForTests()}>{children}</TextsProvider>,
  })

function Stack() {
  const [open, setOpen] = useState<string[]>(['first', 'second'])
  const close = (name: string) => setOpen(names => names.filter(n => n !== name))
  return open.map(name => (
    <Dialog key={name} title={name} onClose={() => close(name)}>
      Text
    </Dialog>
  ))
}

const pressEscape = (name: string) =>
  fireEvent.keyDown(screen.getByRole('dialog', { name }), { key: 'Escape' })
const titles = () => screen.queryAllByRole('heading', { hidden: true }).map(heading => heading.textContent)

test('PL-146 modals stack, Escape closes the topmost, and the page does not scroll', () => {
  render(<Stack />)
  expect(titles()).toEqual(['first', 'second'])
  expect(document.documentElement.style.overflow).toBe('hidden')
  pressEscape('second')
  expect(titles()).toEqual(['first'])
  expect(document.documentElement.style.overflow).toBe('hidden')
  pressEscape('first')
  expect(titles()).toEqual([])
  expect(document.documentElement.style.overflow).toBe('')
})

test('PL-117 a dialog with closeDisabled closes neither by Escape nor by its button', () => {
  const onClose = vi.fn()
  render(
    <Dialog title="Export" onClose={onClose} closeDisabled>
      Text
    </Dialog>,
  )
  pressEscape('Export')
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(onClose).not.toHaveBeenCalled()
})

test('PL-097 a failure is shown in the open dialog; while pending all controls are disabled', () => {
  const onConfirm = vi.fn()
  const onCancel = vi.fn()
  const dialog = (pending: boolean, failed: boolean) => (
    <ConfirmDialog
      title="Delete this photo?"
      confirmLabel="Delete"
      danger
      pending={pending}
      onConfirm={onConfirm}
      onCancel={onCancel}
      alert={failed && <AlertBanner kind="error">Error: Your photo could not be deleted</AlertBanner>}
    />
  )
  const { rerender } = render(dialog(true, false))
  expect(screen.getByRole('alertdialog').getAttribute('aria-labelledby')).not.toBeNull()
  for (const name of ['Delete', 'Cancel', 'Close']) fireEvent.click(screen.getByRole('button', { name }))
  expect([onConfirm.mock.calls, onCancel.mock.calls]).toEqual([[], []])
  rerender(dialog(false, true))
  expect(screen.getByRole('alert').textContent).toBe('Error: Your photo could not be deleted')
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }))
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect([onConfirm.mock.calls.length, onCancel.mock.calls.length]).toEqual([1, 1])
})
