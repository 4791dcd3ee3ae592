import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { defaultBrand } from '#brands/index.ts'
import { drawInvoice } from './draw-invoice.ts'
import { renderInvoice } from './render-invoice.ts'
import { buildInvoice, LINE } from './sample-invoices.testing.ts'

const invoices = [1, 40, 3].map(count =>
  buildInvoice({ number: `2026-${count}`, lines: Array.from({ length: count }, () => LINE) }),
)

test('AA-084 invoices that are rendered at once come out as drawn, also after one that cannot be', async () => {
  const broken = { ...invoices[0]!, currency: 'no currency' }
  const rendered = await Promise.allSettled(
    [...invoices, broken, invoices[0]!].map(each => renderInvoice(each, defaultBrand)),
  )
  expect(rendered.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
  ])
  expect(rendered[3]).toMatchObject({
    reason: expect.objectContaining({ message: expect.stringContaining('currency') }),
  })
  const bytes = rendered.map(each => (each.status === 'fulfilled' ? Buffer.from(each.value) : undefined))
  for (const [i, invoice] of invoices.entries())
    expect(bytes[i]!.equals(drawInvoice(invoice, defaultBrand))).toBe(true)
  expect(bytes[4]!.equals(bytes[0]!)).toBe(true)
})

test('AA-084 the event loop is not blocked while an invoice is rendered', async () => {
  let isDone = false
  const rendered = renderInvoice(invoices[1]!, defaultBrand).then(() => {
    isDone = true
  })
  let turns = 0
  while (!isDone) {
    await nextTurn()
    turns++
  }
  await rendered
  expect(turns).toBeGreaterThan(20)
})
