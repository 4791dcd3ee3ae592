// @vitest-environment happy-dom
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { MenuTrigger } from './menu-trigger.tsx'
import { Select } from './select.tsx'

test('PL-021 RV-406 a select shows the chosen option, opens its list and reports another choice once', async () => {
  const onChange = vi.fn()
  const options = [
    { id: 'desc', label: 'Date taken, new to old' },
    { id: 'asc', label: 'Date taken, old to new' },
  ] as const
  render(<Select label="Sort by" options={[...options]} value="desc" onChange={onChange} />)
  const button = screen.getByRole('button', { name: 'Sort by: Date taken, new to old' })
  fireEvent.click(button)
  expect(button.getAttribute('aria-expanded')).toBe('true')
  const chosen = await screen.findByRole('option', { name: 'Date taken, new to old' })
  expect(chosen.getAttribute('aria-selected')).toBe('true')
  expect(screen.getByRole('dialog', { name: 'Sort by' }).contains(chosen)).toBe(true)
  fireEvent.click(screen.getByRole('option', { name: 'Date taken, old to new' }))
  expect(onChange.mock.calls).toEqual([['asc']])
  await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull())
})

test('RV-406 a menu opens on press, runs the chosen action and closes; a disabled entry shows its reason', async () => {
  const onAction = vi.fn()
  const off = vi.fn()
  render(
    <MenuTrigger
      label="More"
      items={[
        { id: 'delete', label: 'Delete all photos', onAction },
        { id: 'prints', label: 'Order prints', onAction: off, disabledReason: 'Unavailable' },
      ]}
    >
      More
    </MenuTrigger>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'More' }))
  const prints = await screen.findByRole('menuitem', { name: 'Order prints' })
  expect(prints.getAttribute('aria-disabled')).toBe('true')
  expect(prints.textContent).toContain('Unavailable')
  expect(screen.getByRole('dialog', { name: 'More' }).contains(prints)).toBe(true)
  fireEvent.click(prints)
  fireEvent.click(screen.getByRole('menuitem', { name: 'Delete all photos' }))
  expect([onAction.mock.calls.length, off.mock.calls.length]).toEqual([1, 0])
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
})
