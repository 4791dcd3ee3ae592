// @vitest-environment happy-dom
import { fireEvent, render, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { textsForTests } from '#web/platform/i18n/texts.testing.ts'
import { TextsProvider } from '#web/platform/i18n/texts-provider.tsx'
import { Form, type FormProps } from './form.tsx'
import { InlineTextField } from './inline-text-field.tsx'
import { TextField } from './text-field.tsx'

const onSubmit = vi.fn()

function address({ onEscape, ...state }: Partial<FormProps['form']> & { onEscape?: () => void } = {}) {
  const form = { errors: {}, pending: false, failed: false, onSubmit, ...state }
  return (
    <TextsProvider texts={textsForTests()}>
      <Form form={form} failure="Not saved" {...(onEscape && { onEscape })}>
        <TextField
          name="street"
          label="Street"
          defaultValue="Karl Johans gate"
          placeholder="Street and number"
        />
        <InlineTextField
          name="city"
          label="City"
          defaultValue="Oslo"
          buttons={<button type="submit">Save</button>}
        />
      </Form>
    </TextsProvider>
  )
}

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const descriptionOf = (input: HTMLElement) =>
  (input.getAttribute('aria-describedby')?.split(' ') ?? [])
    .map(id => document.getElementById(id)?.textContent)
    .join(' ')
    .trim()

test('PL-073 a field has its label and its error, and no validation of its own', () => {
  const { rerender } = render(address())
  fireEvent.blur(field('Street'))
  expect(field('Street').getAttribute('aria-invalid')).toBeNull()
  rerender(address({ errors: { street: 'Street not valid' } }))
  expect(field('Street').getAttribute('aria-invalid')).toBe('true')
  expect(descriptionOf(field('Street'))).toBe('Street not valid')
  expect(field('City').getAttribute('aria-invalid')).toBeNull()
})

test('RV-602 a single error is shown at its field, which gets the focus, again after another submit; there is no summary', () => {
  const { rerender } = render(address())
  rerender(address({ errors: { city: 'City not valid' } }))
  expect(screen.getByRole('alert').textContent).toBe('City not valid')
  expect(document.activeElement).toBe(field('City'))
  expect(screen.queryByRole('heading')).toBeNull()
  field('Street').focus()
  rerender(address({ errors: { city: 'City not valid' } }))
  expect(document.activeElement).toBe(field('City'))
})

test('RV-602 several errors are listed above the fields, the first has the focus, and each links to its field', () => {
  const { rerender } = render(address())
  rerender(address({ errors: { street: 'Street not valid', city: 'City not valid' } }))
  const summary = screen.getByRole('alert', { name: 'Please check these fields' })
  expect(within(summary).getByRole('heading').textContent).toBe('Please check these fields')
  expect(document.activeElement).toBe(field('Street'))
  expect(descriptionOf(field('City'))).toBe('City not valid')
  fireEvent.click(within(summary).getByRole('button', { name: 'City not valid' }))
  expect(document.activeElement).toBe(field('City'))
})

test('RV-602 a submit passes the values of all fields and keeps them; a pending form does not submit', () => {
  const { rerender } = render(address())
  fireEvent.change(field('City'), { target: { value: 'Bergen' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(onSubmit.mock.calls).toEqual([[{ street: 'Karl Johans gate', city: 'Bergen' }]])
  rerender(address({ pending: true }))
  expect(field('City').readOnly).toBe(true)
  fireEvent.submit(field('City').form!)
  expect(onSubmit).toHaveBeenCalledTimes(1)
  rerender(address())
  expect([field('Street').value, field('City').value]).toEqual(['Karl Johans gate', 'Bergen'])
})

test('RV-602 Escape cancels the form only, not a dialog around it, and not while pending', () => {
  const onEscape = vi.fn()
  const around = vi.fn()
  const within = (pending: boolean) => (
    <section role="toolbar" onKeyDown={around}>
      {address({ onEscape, pending })}
    </section>
  )
  const { rerender } = render(within(true))
  fireEvent.keyDown(field('City'), { key: 'Escape' })
  expect(onEscape).not.toHaveBeenCalled()
  rerender(within(false))
  fireEvent.keyDown(field('City'), { key: 'Escape' })
  expect(onEscape).toHaveBeenCalledTimes(1)
  expect(around).not.toHaveBeenCalled()
  fireEvent.keyDown(field('City'), { key: 'a' })
  expect(around).toHaveBeenCalledTimes(1)
})

test('RV-602 a submit that failed says why above the fields, once it is no longer pending', () => {
  const { rerender } = render(address({ pending: true }))
  expect(screen.queryByRole('alert')).toBeNull()
  rerender(address({ failed: true }))
  expect(screen.getByRole('alert').textContent).toBe('Not saved')
})
