// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { checkInput } from '#contract/input/field-issues.ts'
import { renderElement } from '#web/platform/render-element.testing.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { HttpFailure } from '../http/http-failure.ts'
import { useForm } from './use-form.ts'

vi.mock('../reporting/reporting.ts', () => ({ reportFailure: () => {} }))

const schema = z.object({
  name: z.string().check(
    z.minLength(1),
    z.overwrite(name => name.trim()),
  ),
  code: z.string().check(z.regex(/^\d{4}$/)),
})

let submit: (data: z.output<typeof schema>) => Promise<void>
let sent: unknown[]

beforeEach(() => {
  sent = []
  submit = async () => {}
  renderElement(<Address />)
})

function Address() {
  const form = useForm({
    check: values => checkInput(schema, values, 'form'),
    submit: async data => {
      sent.push(data)
      await submit(data)
    },
    message: (name, issue) => `${name} is ${issue}`,
  })
  return (
    <Form form={form}>
      {form.failed && <p>It failed</p>}
      <TextField name="name" label="Name" />
      <TextField name="code" label="Code" />
    </Form>
  )
}

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })

function enter(name: string, code: string) {
  fireEvent.change(field('Name'), { target: { value: name } })
  fireEvent.change(field('Code'), { target: { value: code } })
  fireEvent.submit(field('Name').form!)
}

const refusal = (fields: Record<string, string>) =>
  new HttpFailure({ url: '/things', body: '', status: 400, code: 'bad-request', fields })

test('RV-602 the schema of the call reports all invalid fields together, and nothing is sent', () => {
  enter('', '12')
  expect(screen.getByRole('alert', { name: 'Please check these fields' }).textContent).toBe(
    'Please check these fieldsname is emptycode is not-valid',
  )
  expect(sent).toEqual([])
  enter('Ada', '1234')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('RV-602 the output of the schema is sent, and only once', async () => {
  const held = Promise.withResolvers<void>()
  submit = () => held.promise
  enter('Ada ', '1234')
  fireEvent.submit(field('Name').form!)
  fireEvent.submit(field('Name').form!)
  expect(sent).toEqual([{ name: 'Ada', code: '1234' }])
  expect(field('Name').readOnly).toBe(true)
  held.resolve()
})

test('RV-602 fields that the service refuses get their errors, and keep their values', async () => {
  submit = async () => {
    throw refusal({ code: 'conflict' })
  }
  enter('Ada', '1234')
  expect((await screen.findByRole('alert')).textContent).toBe('code is conflict')
  expect(document.activeElement).toBe(field('Code'))
  expect([field('Name').value, field('Code').value]).toEqual(['Ada', '1234'])
  submit = async () => {}
  enter('Ada', '1235')
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(screen.queryByRole('alert')).toBeNull()
})

test.each([
  ['a field that is not on the form', refusal({ code: 'conflict', albumId: 'missing' })],
  ['no field', refusal({})],
  ['nothing at all', new HttpFailure({ url: '/things', body: '', status: 0 })],
])('RV-602 a failure that names %s fails the form as a whole; another try works', async (_what, failure) => {
  submit = async () => {
    throw failure
  }
  enter('Ada', '1234')
  await screen.findByText('It failed')
  expect([field('Name').value, field('Name').readOnly]).toEqual(['Ada', false])
  submit = async () => {}
  fireEvent.submit(field('Name').form!)
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(screen.queryByText('It failed')).toBeNull()
})
