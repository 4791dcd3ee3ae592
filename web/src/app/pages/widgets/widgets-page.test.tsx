// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { push } from '#web/platform/push/library.testing.ts'
import { renderWidgets, type WidgetService, widgetForTests, widgetService } from './widgets.testing.tsx'

vi.mock('#web/platform/reporting/reporting.ts', () => ({ reportFailure: () => {} }))

let service: WidgetService

const cards = () => screen.findAllByRole('listitem')
const chooseAction = async (title: string, action: string) => {
  fireEvent.click(await screen.findByRole('button', { name: `More: ${title}` }))
  fireEvent.click(await screen.findByRole('menuitem', { name: action }))
}
const changes = () =>
  service.calls.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`)

test('AA-092 the widgets of orders with articles that have some, found by the three calls of the plan', async () => {
  service = widgetService([
    widgetForTests(),
    widgetForTests({ productCode: 'K-2-1', orderCode: 'K-2', title: 'Tulip days', galleryState: 'approved' }),
    widgetForTests({ productCode: 'K-2-2', orderCode: 'K-2', title: 'New Year', galleryState: 'pending' }),
    widgetForTests({ productCode: 'K-2-3', orderCode: 'K-2', title: 'Spam', galleryState: 'rejected' }),
    widgetForTests({
      productCode: 'K-2-4',
      orderCode: 'K-2',
      title: 'Later',
      galleryState: 'what comes later',
    }),
  ])
  renderWidgets(PATHS.onlineProducts)
  const texts = (await cards()).map(card => card.textContent)
  expect(texts[0]).toContain('Coast to coastPhoto book, 40 pages · Order K-1Link only')
  expect(texts[1]).toContain('In the gallery')
  expect(texts[2]).toContain('Gallery: awaiting approval')
  expect(texts[3]).toContain('Gallery: not approved')
  expect(texts[4]).toContain('Link only')
  const [groups, orders, widgets] = service.calls
  expect(groups!.path).toBe('/api/orders/v1/ArticleGroup')
  expect(orders!.path).toBe('/api/orders/orders/byAccount/a')
  expect(orders!.query.getAll('articleNames')).toEqual(['BOOK-A', 'BOOK-B'])
  expect(widgets!.query.getAll('orderCodes')).toEqual(['K-1', 'K-2'])
})

test('AA-092 AA-098 a widget is opened in a tab of its own, and shared on its page; the gallery’s decision is shown while it is open', async () => {
  service = widgetService([widgetForTests({ galleryEntryId: 'e', galleryState: 'pending' })])
  renderWidgets(PATHS.onlineProducts)
  const open = await screen.findByRole('link', { name: 'Open in a new tab: Coast to coast' })
  expect(open.getAttribute('href')).toBe('https://my.keepsake.example/w/AAAAAAAAAAAAAAAAAAAAAA')
  expect([open.getAttribute('target'), open.getAttribute('rel')]).toEqual(['_blank', 'noreferrer'])
  expect(screen.getByRole('link', { name: 'Share: Coast to coast' }).getAttribute('href')).toBe(
    '/online-products/K-1-1',
  )
  expect(screen.getByText('Gallery: awaiting approval')).toBeDefined()
  service.widgets = [widgetForTests({ galleryEntryId: 'e', galleryState: 'approved' })]
  act(() => push({ type: 'widgets-changed', orderCode: 'K-1' }))
  expect(await screen.findByText('In the gallery')).toBeDefined()
})

test('AA-092 without widgets the page says what appears here; a failure is tried again', async () => {
  service = widgetService()
  service.failing = { ArticleGroup: 503 }
  renderWidgets(PATHS.onlineProducts)
  expect((await screen.findByRole('alert')).textContent).toContain('An unexpected error has occurred')
  service.failing = {}
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Your digital products appear here')).toBeDefined()
  expect(service.calls.some(({ path }) => path.endsWith('/widget/all'))).toBe(false)
})

test('AA-092 AA-099 the widget of a blocked order is a note, one without photos says why it cannot be shared', async () => {
  service = widgetService([
    widgetForTests({ title: 'Ski trip', blocked: true, publicUrl: null }),
    widgetForTests({ productCode: 'K-1-2', title: 'No photos', previewUrl: null, publicUrl: null }),
  ])
  renderWidgets(PATHS.onlineProducts)
  expect(await cards()).toHaveLength(1)
  expect(screen.getByText('‘Ski trip’ can’t be shared.').parentElement!.textContent).toContain(
    'Order K-1 is blocked.',
  )
  expect(screen.getByText(/Its photos have been deleted/)).toBeDefined()
  expect(screen.queryByRole('link', { name: /^(Open|Share)/ })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'More: No photos' }))
  const items = await screen.findAllByRole('menuitem')
  expect(items.map(item => item.textContent)).toEqual(['Edit', 'Delete'])
})

test('AA-096 title and description are changed; all wrong fields are named, RV-840 with their limits, and what was typed stays', async () => {
  service = widgetService([widgetForTests()])
  renderWidgets(PATHS.onlineProducts)
  await chooseAction('Coast to coast', 'Edit')
  const dialog = await screen.findByRole('dialog', { name: 'Edit ‘Coast to coast’' })
  const title = within(dialog).getByRole<HTMLInputElement>('textbox', { name: 'Title' })
  fireEvent.change(title, { target: { value: ' ' } })
  fireEvent.change(within(dialog).getByRole('textbox', { name: /Description/ }), {
    target: { value: 'x'.repeat(501) },
  })
  expect(within(dialog).getByText('501 of 500')).toBeDefined()
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  expect(within(dialog).getByRole('alert', { name: 'Please check these fields' }).textContent).toContain(
    'Description can have at most 500 characters',
  )
  expect(changes()).toEqual([])
  fireEvent.change(title, { target: { value: 'Our summer' } })
  fireEvent.change(within(dialog).getByRole('textbox', { name: /Description/ }), { target: { value: '' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Changes saved')).toBeDefined()
  expect(await screen.findByRole('heading', { name: 'Our summer' })).toBeDefined()
})

test('AA-092 AA-096 deleting asks first, is undone with one press, and a failure brings the widget back', async () => {
  service = widgetService([widgetForTests(), widgetForTests({ productCode: 'K-1-2', title: 'Other' })])
  renderWidgets(PATHS.onlineProducts)
  await chooseAction('Coast to coast', 'Delete')
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete ‘Coast to coast’?' })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(1))
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByRole('heading', { name: 'Coast to coast' })).toBeDefined()
  expect(changes()).toEqual([
    'DELETE /api/widgets/v1/widget/K-1-1',
    'POST /api/widgets/v1/widget/K-1-1/restore',
  ])

  service.failing = { 'K-1-2': 500 }
  await chooseAction('Other', 'Delete')
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText(/We couldn’t delete the widget/)).toBeDefined()
  expect(screen.getByRole('heading', { name: 'Other' })).toBeDefined()
})

test('AA-094 a widget goes to the gallery with a category from the list; category and name are remembered', async () => {
  service = widgetService([widgetForTests(), widgetForTests({ productCode: 'K-1-2', title: 'Other' })])
  renderWidgets(PATHS.onlineProducts)
  await chooseAction('Coast to coast', 'Add to the gallery')
  const dialog = await screen.findByRole('dialog', { name: 'Add ‘Coast to coast’ to the gallery' })
  const category = await within(dialog).findByRole<HTMLSelectElement>('combobox', { name: 'Category' })
  const send = () => fireEvent.click(within(dialog).getByRole('button', { name: 'Send for approval' }))
  send()
  const summary = within(dialog).getByRole('alert', { name: 'Please check these fields' })
  expect(summary.textContent).toContain('Please choose a category')
  expect(summary.textContent).toContain('Please enter the name to show')
  fireEvent.change(category, { target: { value: 'travel' } })
  fireEvent.change(within(dialog).getByRole('textbox', { name: 'Name shown' }), {
    target: { value: 'Anna K.' },
  })
  service.failing = { 'galleryentries/': 503 }
  send()
  expect(await within(dialog).findByText(/We couldn’t send it for approval/)).toBeDefined()
  service.failing = {}
  send()
  expect(await screen.findByText('Gallery: awaiting approval')).toBeDefined()
  expect(service.entries.get('K-1-1')).toMatchObject({
    title: 'Coast to coast',
    categoryId: 'travel',
    authorName: 'Anna K.',
  })

  await chooseAction('Other', 'Add to the gallery')
  const next = await screen.findByRole('dialog', { name: 'Add ‘Other’ to the gallery' })
  expect((await within(next).findByRole<HTMLSelectElement>('combobox')).value).toBe('travel')
  expect(within(next).getByRole<HTMLInputElement>('textbox', { name: 'Name shown' }).value).toBe('Anna K.')
})

test('AA-094 an entry is changed with what it says, and removed', async () => {
  service = widgetService([
    widgetForTests({ galleryEntryId: 'e', galleryChannel: 'KEEPSAKE-GB', galleryState: 'approved' }),
  ])
  service.entries.set('K-1-1', {
    id: 'e',
    widgetId: 'K-1-1',
    channel: 'KEEPSAKE-GB',
    title: 'As in the gallery',
    description: 'Words',
    categoryId: 'family',
    authorName: 'A. K.',
    state: 'approved',
    version: 1,
    updatedAt: '2026-11-01T10:00:00Z',
  })
  renderWidgets(PATHS.onlineProducts)
  await chooseAction('Coast to coast', 'Edit gallery entry')
  const dialog = await screen.findByRole('dialog', { name: 'Gallery entry of ‘Coast to coast’' })
  const title = await within(dialog).findByRole<HTMLInputElement>('textbox', { name: 'Title' })
  expect(title.value).toBe('As in the gallery')
  fireEvent.change(title, { target: { value: 'Another title' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Send for approval' }))
  expect(await screen.findByText('Gallery: awaiting approval')).toBeDefined()
  expect(service.entries.get('K-1-1')!.title).toBe('Another title')
  await chooseAction('Coast to coast', 'Remove from the gallery')
  expect(await screen.findByText('Link only')).toBeDefined()
})
