// @vitest-environment happy-dom
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Checkbox } from './checkbox.tsx'

test('a checkbox has a name, is checked by press, and can be indeterminate', () => {
  const onChange = vi.fn()
  const { rerender } = render(<Checkbox checked={false} onChange={onChange} label="Add IMG_1.jpg" />)
  const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Add IMG_1.jpg' })
  fireEvent.click(box)
  expect(onChange).toHaveBeenCalledWith(true)
  expect(box.indeterminate).toBe(false)
  rerender(<Checkbox checked={false} mixed onChange={onChange} label="Add IMG_1.jpg" />)
  expect(box.indeterminate).toBe(true)
})
