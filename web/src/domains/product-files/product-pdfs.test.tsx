// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { ProductPdf } from '#contract/product-files.ts'
import { answerCalls, refusal } from '#web/platform/http/http.testing.ts'
import { renderElement } from '#web/platform/render-element.testing.tsx'
import { ProductPdfs } from './index.ts'

vi.mock('#web/platform/reporting/reporting.ts', () => ({ reportFailure: () => {} }))

const PDF: ProductPdf = {
  code: '2140-03',
  orderCode: '4711-2140',
  title: 'The long way home',
  version: 1,
  changedAt: '2026-11-20T12:00:00Z',
  createdAt: '2026-11-20T12:00:00Z',
  size: 8_600_000,
  sha256: 'd3'.repeat(32),
  picture: '/media/poster',
}

let pdfs: ProductPdf[] | undefined
let file: () => Response
let saved: string[]
beforeEach(() => {
  saved = []
  file = () => new Response('%PDF-')
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  answerCalls(({ path }) => {
    if (path.endsWith('/v1/pdf/me/2140-03')) return file()
    return pdfs ? Response.json({ pdfs, cursor: null }) : refusal(500)
  })
})

function open(answer: typeof pdfs) {
  pdfs = answer
  return renderElement(<ProductPdfs />).queries
}

test('AA-088 OP-73 the downloads list title, order, date and size of each product PDF, with its download', async () => {
  open([PDF, { ...PDF, code: '2140-04', title: 'Dunes', picture: null }])
  const section = await screen.findByRole('region', { name: /^Product PDFs\s?2$/ })
  const [first, second] = within(section).getAllByRole('listitem')
  for (const fact of ['The long way home', 'Order 4711-2140', '20 November 2026', 'MB'])
    expect(first!.textContent).toContain(fact)
  expect(first!.querySelector('img')?.getAttribute('src')).toBe('/media/poster')
  expect(second!.querySelector('img')).toBeNull()
  fireEvent.click(within(first!).getByRole('button', { name: 'Download The long way home as PDF' }))
  await waitFor(() => expect(saved).toEqual(['The long way home.pdf']))
})

test('AA-088 a PDF that cannot be loaded says so at its row, where it is tried again', async () => {
  file = () => Response.json({ code: 'not-found', message: 'no' }, { status: 404 })
  open([PDF])
  fireEvent.click(await screen.findByRole('button', { name: 'Download The long way home as PDF' }))
  const row = await screen.findByRole('listitem')
  await waitFor(() => expect(within(row).getByRole('alert').textContent).toBe('This PDF couldn’t be loaded.'))
  file = () => new Response('%PDF-')
  const again = within(row).getByRole('button', { name: 'Try again: The long way home' })
  expect(again.textContent).toBe('Try again')
  fireEvent.click(again)
  await waitFor(() => expect(saved).toHaveLength(1))
})

test('AA-088 a list that cannot be loaded shows a message with a working retry; without product PDFs there is no section', async () => {
  const queries = open([])
  await waitFor(() => expect(queries.isFetching()).toBe(0))
  expect(screen.queryByRole('region')).toBeNull()
  cleanup()
  open(undefined)
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Your product PDFs couldn’t be loaded')
  pdfs = [PDF]
  fireEvent.click(within(alert).getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('listitem')).toBeDefined()
})
