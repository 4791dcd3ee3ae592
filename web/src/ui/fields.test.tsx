// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Checkbox } from './checkbox.tsx'
import { TextField } from './text-field.tsx'

afterEach(cleanup)

test('PL-073 a field has its label, description and error, and checks nothing by itself', () => {
  const { rerender } = render(<TextField label="Name" description="Shown to you only" required />)
  const field = screen.getByLabelText('Name')
  fireEvent.blur(field)
  expect(field.getAttribute('aria-invalid')).toBeNull()
  expect(description(field)).toBe('Shown to you only')
  rerender(<TextField label="Name" description="Shown to you only" error="Name not valid" required />)
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(description(field)).toBe('Name not valid Shown to you only')
  expect(screen.getByRole('alert').textContent).toBe('Name not valid')
})

test('a checkbox is named, ticked by press, and may be mixed', () => {
  const onChange = vi.fn()
  const { rerender } = render(<Checkbox checked={false} onChange={onChange} label="Add IMG_1.jpg" />)
  const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Add IMG_1.jpg' })
  fireEvent.click(box)
  expect(onChange).toHaveBeenCalledWith(true)
  expect(box.indeterminate).toBe(false)
  rerender(<Checkbox checked={false} mixed onChange={onChange} label="Add IMG_1.jpg" />)
  expect(box.indeterminate).toBe(true)
})

function description(field: HTMLElement) {
  const ids = field.getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.map(id => document.getElementById(id)?.textContent).join(' ')
}
