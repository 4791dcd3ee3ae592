// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { HistoricalInvoice } from '#contract/invoices.ts'
import { answerCalls, refusal } from '#web/platform/http/http.testing.ts'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { renderScreens } from '../../screens.testing.tsx'
import { InvoicesPage } from './invoices-page.tsx'

vi.mock('#web/platform/reporting/reporting.ts', () => ({ reportFailure: () => {} }))

const saved: string[] = []
vi.mock('#web/platform/files/save-file.ts', () => ({
  saveFile: (url: string, name: string) => void saved.push(`${url.split(':')[0]} ${name}`),
}))
const screenSize = vi.hoisted(() => ({ current: 'extra-large' }))
vi.mock('#web/ui/screen-size.ts', async original => ({
  ...(await original<typeof import('#web/ui/screen-size.ts')>()),
  useScreenSize: () => screenSize.current,
}))

let requests: string[]
let invoices: HistoricalInvoice[]
let failing: string | undefined
beforeEach(() => {
  saved.length = 0
  requests = []
  failing = undefined
  screenSize.current = 'extra-large'
  answerCalls(({ method, path: full }) => {
    const path = full.replace('/api/invoices', '')
    requests.push(`${method} ${path}`)
    if (failing && path.includes(failing)) return refusal(500)
    if (path === '/api/v1/HistoricalInvoice/me')
      return Response.json({ historicalInvoices: invoices, cursor: null })
    if (path.endsWith('/url'))
      return Response.json({ url: 'https://keepsake.test/zip', invoicesCount: 1, size: 1 })
    if (path.endsWith('/retry')) {
      invoices = invoices.map(each => ({ ...each, status: 'announced', canRetry: false }))
      return Response.json(invoices[0], { status: 202 })
    }
    return new Response('%PDF-', { headers: { 'content-type': 'application/pdf' } })
  })
})

const invoiceForTests = (parts: Partial<HistoricalInvoice> = {}): HistoricalInvoice => ({
  id: '5b722e58-8f6b-48d8-9b96-1fb7c46a2ec2',
  invoiceNumber: '2026-0412',
  version: 1,
  changedAt: '2026-11-20T12:00:00Z',
  kind: 'invoice',
  date: '2026-11-20',
  amount: 18_420,
  currency: 'GBP',
  status: 'ready',
  channel: 'KEEPSAKE-GB',
  orders: [{ code: '4711-2077', isKnown: true }],
  corrects: [],
  canRetry: false,
  ...parts,
})

function open(list: HistoricalInvoice[]) {
  invoices = list
  const screens = { [PATHS.invoices]: InvoicesPage, [PATHS.order]: () => <p>The order</p> }
  return renderScreens(PATHS.invoices, screens, { toasts: false }).router
}

const rows = async () => (await screen.findAllByRole('row')).slice(1).map(row => row.textContent)

test('AA-084 a table of the newest year with number, date, order, amount and PDF; other years are tabs with their counts', async () => {
  const router = open([
    invoiceForTests(),
    invoiceForTests({
      id: 'b',
      invoiceNumber: '2026-0409',
      kind: 'collective',
      invoiceGroupId: 'G-1',
      orders: Array.from({ length: 12 }, (_, index) => ({ code: `K-${index}`, isKnown: true })),
      amount: 194_640,
    }),
    invoiceForTests({
      id: 'c',
      invoiceNumber: '2026-0391',
      kind: 'credit-note',
      corrects: ['2026-0377'],
      amount: -4250,
      orders: [{ code: 'K-unknown', isKnown: false }],
    }),
    invoiceForTests({ id: 'd', invoiceNumber: '2025-0001', date: '2025-02-03' }),
  ])
  expect(await screen.findByRole('heading', { level: 1, name: 'Invoices' })).toBeDefined()
  expect((await screen.findAllByRole('tab')).map(tab => tab.textContent)).toEqual(['2026 3', '2025 1'])
  expect(await rows()).toEqual([
    '2026-041220 November 20264711-2077£184.20Download PDF',
    '2026-0409Collective invoice20 November 202612 orders£1,946.40Download PDF',
    '2026-0391Credit note for 2026-037720 November 2026K-unknown−£42.50Download PDF',
  ])
  expect(screen.queryByRole('link', { name: 'K-unknown' })).toBeNull()
  fireEvent.click(screen.getByRole('tab', { name: '2025 1' }))
  await screen.findByText('2025-0001')
  expect(await rows()).toEqual(['2025-00013 February 20254711-2077£184.20Download PDF'])
  fireEvent.click(screen.getByRole('link', { name: '4711-2077' }))
  expect(await screen.findByText('The order')).toBeDefined()
  expect(router.state.location.pathname).toBe('/orders/4711-2077')
})

test('AA-085 AA-086 a PDF is downloaded by the call of an invoice, or of a collective invoice', async () => {
  open([
    invoiceForTests({ id: 'b', invoiceNumber: '2026/7' }),
    invoiceForTests({ invoiceNumber: '2026-0409', invoiceGroupId: 'G-1', kind: 'collective' }),
  ])
  fireEvent.click(await screen.findByRole('button', { name: 'Download PDF of 2026/7' }))
  await vi.waitFor(() => expect(saved).toEqual(['blob 2026-7.pdf']), { timeout: 60_000 })
  fireEvent.click(screen.getByRole('button', { name: 'Download PDF of 2026-0409' }))
  await vi.waitFor(() => expect(saved).toHaveLength(2), { timeout: 60_000 })
  expect(requests.slice(1)).toEqual([
    'GET /api/v1/HistoricalInvoice/me/pdf/b/KEEPSAKE-GB',
    'GET /api/v1/InvoiceGroupFiles/me/G-1',
  ])
  failing = '/pdf/'
  fireEvent.click(screen.getByRole('button', { name: 'Download PDF of 2026/7' }))
  expect((await screen.findByRole('alert')).textContent).toContain('couldn’t be downloaded')
})

test('AA-084 a year and each of its quarters with invoices are one zip each; missing PDFs are counted', async () => {
  open([
    invoiceForTests(),
    invoiceForTests({ id: 'b', invoiceNumber: '2026-0100', date: '2026-02-01' }),
    invoiceForTests({ id: 'c', invoiceNumber: '2026-0300', date: '2026-07-01', status: 'failed' }),
  ])
  fireEvent.click(await screen.findByRole('button', { name: 'All of 2026 (.zip with CSV)' }))
  await vi.waitFor(() => expect(saved).toEqual(['https invoices-2026.zip']), { timeout: 60_000 })
  const quarters = screen.getAllByRole('button', { name: /All of Q/ })
  expect(quarters.map(button => button.textContent)).toEqual(['Q1 (.zip)', 'Q4 (.zip)'])
  fireEvent.click(quarters[1]!)
  await vi.waitFor(() => expect(saved[1]).toBe('https invoices-2026-Q4.zip'), { timeout: 60_000 })
  expect(requests.slice(1)).toEqual(['GET /v1/archives/2026/url', 'GET /v1/archives/2026-Q4/url'])
  expect(screen.getByText('1 PDF isn’t ready yet, so it isn’t in the zip.')).toBeDefined()
})

test('AA-084 what there is instead of a PDF: its date, its preparation, its failure; without invoices it says so', async () => {
  open([
    invoiceForTests({ id: 'a', status: 'announced', availableFrom: '2026-12-01T00:00:00Z' }),
    invoiceForTests({ id: 'b', status: 'rendering' }),
    invoiceForTests({ id: 'c', status: 'failed' }),
  ])
  expect((await rows()).map(row => row!.split('£184.20')[1])).toEqual([
    'PDF available from 1 December 2026',
    'Preparing PDF…',
    'PDF failed. We’re correcting this invoice.',
  ])
  expect(screen.queryByRole('button', { name: /All of/ })).toBeNull()
  cleanup()
  open([])
  expect(await screen.findByText('You have no invoices yet')).toBeDefined()
})

test('AA-084 AA-117 a list that cannot be loaded can be tried again, and a PDF that failed be requested again', async () => {
  failing = 'HistoricalInvoice/me'
  open([invoiceForTests({ status: 'failed', canRetry: true })])
  expect(await screen.findByText(/An unexpected error has occurred/)).toBeDefined()
  failing = undefined
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await rows()).toHaveLength(1)
  fireEvent.click(await screen.findByRole('button', { name: 'Prepare PDF of 2026-0412 again' }))
  expect(await screen.findByText('Preparing PDF…')).toBeDefined()
  expect(requests).toContain('POST /api/v1/HistoricalInvoice/me/5b722e58-8f6b-48d8-9b96-1fb7c46a2ec2/retry')
})

test('AA-084 on a small screen the rows are cards', async () => {
  screenSize.current = 'small'
  open([invoiceForTests(), invoiceForTests({ id: 'b', invoiceNumber: '2026-0409', status: 'rendering' })])
  const list = await screen.findByRole('list', { name: 'Invoices of 2026' })
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(item => item.textContent),
  ).toEqual([
    '2026-0412£184.2020 November 2026 · Order 4711-2077',
    '2026-0409£184.2020 November 2026 · Order 4711-2077Preparing PDF…',
  ])
  expect(screen.queryByRole('table')).toBeNull()
  expect(within(list).getByRole('button', { name: 'Download PDF of 2026-0412' })).toBeDefined()
})

/** A year with as many invoices as `count`, numbered from 2026-0001. */
const yearOf = (count: number, parts: (index: number) => Partial<HistoricalInvoice> = () => ({})) =>
  Array.from({ length: count }, (_, index) =>
    invoiceForTests({
      id: `${index}`,
      invoiceNumber: `2026-${String(index + 1).padStart(4, '0')}`,
      orders: [{ code: `4711-${index}`, isKnown: true }],
      amount: 10_000 + index,
      ...parts(index),
    }),
  )
const numbers = async () => (await rows()).map(row => row!.slice(0, 9))

test('RV-831 a year of many invoices is searched by number, order, corrected invoice and amount; all are shown again', async () => {
  const router = open(
    yearOf(218, index =>
      index === 9 ? { kind: 'credit-note', amount: -7949, corrects: ['2026-0005'] } : {},
    ),
  )
  const search = await screen.findByRole('searchbox', { name: 'Search number, order or amount' })
  expect(await rows()).toHaveLength(218)
  const find = async (query: string) => {
    fireEvent.change(search, { target: { value: query } })
    await waitFor(() => expect(router.state.location.search).toMatchObject({ q: query }))
    return numbers()
  }
  expect(await find('2026-0217')).toEqual(['2026-0217'])
  expect(await find(' 4711-33')).toEqual(['2026-0034'])
  expect(await find('100.44')).toEqual(['2026-0045'])
  expect(await find('-£79.49')).toEqual(['2026-0010'])
  expect(await find('2026-0005')).toEqual(['2026-0005', '2026-0010'])
  expect(screen.getByRole('status').textContent).toBe('2 of 218 invoices')
  fireEvent.change(search, { target: { value: 'nothing' } })
  expect(await screen.findByRole('heading', { name: 'No invoice of 2026 matches' })).toBeDefined()
  expect(screen.queryByRole('table')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Show all' }))
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe(''))
  expect(await rows()).toHaveLength(218)
  expect(document.activeElement).toBe(search)
})

test('RV-1071 codes are found without their hyphens, in the years that have them, and the search is in the address', async () => {
  const router = open([
    ...yearOf(20, () => ({})),
    ...yearOf(21, index => ({
      id: `old ${index}`,
      invoiceNumber: `R-2025-${index}`,
      date: '2025-02-03',
      orders: [{ code: `K-JEGN-${index}`, isKnown: true }],
    })),
  ])
  const search = await screen.findByRole('searchbox')
  const find = async (query: string) => {
    fireEvent.change(search, { target: { value: query } })
    await waitFor(() => expect(router.state.location.search).toMatchObject({ q: query }))
  }
  await find('471117')
  expect(await numbers()).toEqual(['2026-0018'])
  await find('kjegn 7')
  expect(screen.getAllByRole('tab').map(tab => tab.textContent)).toEqual(['2026 0', '2025 1'])
  fireEvent.click(screen.getByRole('button', { name: 'Invoices of 2025' }))
  expect(await rows()).toHaveLength(1)
  expect(router.state.location.search).toEqual({ q: 'kjegn 7', year: '2025' })
  fireEvent.click(screen.getByRole('link', { name: 'K-JEGN-7' }))
  await screen.findByText('The order')
  router.history.back()
  expect((await screen.findByRole<HTMLInputElement>('searchbox')).value).toBe('kjegn 7')
  expect(await rows()).toHaveLength(1)
})

test('RV-831 open and paid invoices are told and filtered where the retailer sends it, and the filter is there after an order', async () => {
  const router = open(yearOf(21, index => ({ paymentStatus: index % 7 === 0 ? 'open' : 'paid' })))
  const select = await screen.findByRole('button', { name: 'Payment: All' })
  expect((await rows())[0]).toContain('£100.00Open')
  expect((await rows())[1]).toContain('£100.01Paid')
  fireEvent.click(select)
  fireEvent.click(await screen.findByRole('option', { name: 'Open' }))
  await screen.findByText('3 of 21 invoices')
  expect(await numbers()).toEqual(['2026-0001', '2026-0008', '2026-0015'])
  fireEvent.click(screen.getByRole('link', { name: '4711-7' }))
  await screen.findByText('The order')
  router.history.back()
  expect(await screen.findByRole('button', { name: 'Payment: Open' })).toBeDefined()
  expect(await numbers()).toHaveLength(3)
})

test('RV-831 a short year has no search, and an unknown payment status is neither told nor offered', async () => {
  open(yearOf(19))
  expect(await rows()).toHaveLength(19)
  expect(screen.queryByRole('searchbox')).toBeNull()
  cleanup()
  open(yearOf(20))
  expect(await screen.findByRole('searchbox')).toBeDefined()
  expect(screen.queryByRole('button', { name: /^Payment/ })).toBeNull()
})
