// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { decodeBase64Text } from '#contract/input/base64-text.ts'
import { renderWidgets, type WidgetService, widgetForTests, widgetService } from './widgets.testing.tsx'

vi.mock('#web/platform/reporting/reporting.ts', () => ({ reportFailure: () => {} }))

const PAGE = '/online-products/K-1-1'
let service: WidgetService

const field = (name: string | RegExp) => screen.findByRole<HTMLInputElement>('textbox', { name })
const type = async (name: string | RegExp, value: string) => {
  const input = await field(name)
  fireEvent.input(input, { target: { value } })
  fireEvent.change(input, { target: { value } })
}
const send = () => fireEvent.click(screen.getByRole('button', { name: 'Send email' }))
const shared = () => service.calls.filter(({ path }) => path.endsWith('/share'))

test('AA-093 an invalid address and a missing name are refused before anything is sent', async () => {
  service = widgetService([widgetForTests()])
  renderWidgets(PAGE)
  expect(await screen.findByRole('heading', { level: 1, name: 'Share ‘Coast to coast’' })).toBeDefined()
  await type('Their email address', 'grandma.keller@example')
  send()
  const summary = screen.getByRole('alert', { name: 'Please check these fields' })
  expect(summary.textContent).toContain('Please enter your name')
  expect(summary.textContent).toContain('Please enter a valid email address')
  expect(shared()).toEqual([])
  expect((await field('Their email address')).value).toBe('grandma.keller@example')
})

test('AA-093 the preview follows what is typed; the mail is sent with the address in base64; the form is ready for the next one', async () => {
  service = widgetService([widgetForTests()])
  renderWidgets(PAGE)
  await type('Your name', 'Anna')
  await type('Their email address', 'grandma@example.com')
  await type(/^Message/, 'Here’s our trip.')
  expect(screen.getByText('16 of 500')).toBeDefined()
  const mail = within(screen.getByRole('region', { name: 'Preview' }))
  expect(mail.getByText('Anna wants to show you something')).toBeDefined()
  expect(mail.getByText('From Keepsake, on behalf of Anna')).toBeDefined()
  expect(mail.getByText('‘Here’s our trip.’')).toBeDefined()
  expect(mail.getByText(/We don’t keep it/)).toBeDefined()
  send()
  expect(await screen.findByText('Email sent to grandma@example.com')).toBeDefined()
  const [{ method, path, query }] = shared() as [WidgetService['calls'][number]]
  expect([method, path]).toEqual(['PUT', '/api/widgets/v1/widget/K-1-1/share'])
  expect(decodeBase64Text(query.get('toEmailAddress')!)).toBe('grandma@example.com')
  expect(query.get('toEmailAddress')).not.toContain('@')
  expect(Object.fromEntries(query)).toMatchObject({
    vendorId: 'keepsake',
    fromName: 'Anna',
    personalMessage: 'Here’s our trip.',
  })
  expect((await field('Their email address')).value).toBe('')
  expect((await field('Your name')).value).toBe('Anna')
  expect((await field(/^Message/)).value).toBe('Here’s our trip.')
})

test.each([
  [503, 'We couldn’t send the email. Please try again.'],
  [429, 'There were too many emails in a short time. Please try again in an hour.'],
])('AA-093 a failure with %i is shown, and what was typed stays', async (status, message) => {
  service = widgetService([widgetForTests()])
  service.failing = { '/share': status }
  renderWidgets(PAGE)
  await type('Your name', 'Anna')
  await type('Their email address', 'grandma@example.com')
  send()
  expect(await screen.findByText(message)).toBeDefined()
  expect((await field('Their email address')).value).toBe('grandma@example.com')
  service.failing = {}
  send()
  expect(await screen.findByText('Email sent to grandma@example.com')).toBeDefined()
})

test('AA-092 link and embed code are copied; a new link asks first and ends the old one', async () => {
  service = widgetService([widgetForTests({ title: 'A "book"' })])
  const writeText = vi.fn(async () => {})
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } })
  renderWidgets(PAGE)
  const link = await field('Or share the link yourself')
  expect(link.value).toBe('my.keepsake.example/w/AAAAAAAAAAAAAAAAAAAAAA')
  fireEvent.click(screen.getByRole('button', { name: 'Copy' }))
  expect(writeText).toHaveBeenLastCalledWith('https://my.keepsake.example/w/AAAAAAAAAAAAAAAAAAAAAA')
  fireEvent.click(screen.getByRole('button', { name: 'Copy embed code' }))
  expect(writeText).toHaveBeenLastCalledWith(
    expect.stringMatching(/^<iframe src="https:\/\/my\.keepsake\.example\/w\/A+" title="A &#34;book&#34;"/),
  )
  fireEvent.click(screen.getByRole('button', { name: 'Make a new link' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Make a new link?' })
  expect(dialog.textContent).toContain('will stop working at once')
  service.failing = { '/link': 500 }
  fireEvent.click(within(dialog).getByRole('button', { name: 'Make a new link' }))
  expect(await within(dialog).findByText(/We couldn’t make a new link/)).toBeDefined()
  service.failing = {}
  fireEvent.click(within(dialog).getByRole('button', { name: 'Make a new link' }))
  await waitFor(async () => expect((await field('Or share the link yourself')).value).toContain('/w/BBBB'))
  vi.unstubAllGlobals()
})

test('AA-093 AA-099 an unknown widget, one of a blocked order and one without photos cannot be shared', async () => {
  service = widgetService([])
  renderWidgets(PAGE)
  expect(await screen.findByRole('heading', { level: 1, name: 'Widget not found' })).toBeDefined()
  expect(screen.getByRole('link', { name: 'All widgets' }).getAttribute('href')).toBe('/online-products')
  cleanup()
  service.widgets = [widgetForTests({ blocked: true, publicUrl: null })]
  renderWidgets(PAGE)
  expect(await screen.findByText(/Order K-1 is blocked/)).toBeDefined()
  cleanup()
  service.widgets = [widgetForTests({ publicUrl: null, previewUrl: null })]
  renderWidgets(PAGE)
  expect(await screen.findByText(/Its photos have been deleted/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Send email' })).toBeNull()
})
