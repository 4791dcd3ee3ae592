import { describe, expect, test } from 'vitest'
import { type InvoiceDocument, invoiceDocument } from '#contract/invoice-document.ts'
import type { StateProblem } from '#contract/state-problem.ts'
import { checkFigures } from './check-figures.ts'
import { invoiceForTests } from './invoices.testing.ts'

const { version: _, accountId: __, pdf: ___, ...fields } = invoiceForTests('account')
const INVOICE: InvoiceDocument = invoiceDocument.parse({ ...fields, number: '1' })
const [LINE] = INVOICE.lines
const standard = { category: 'S', rate: 2000 } as const

const withLine = (line: Partial<NonNullable<typeof LINE>>, net: number, tax: number): InvoiceDocument => ({
  ...INVOICE,
  lines: [{ ...LINE!, net, ...line }],
  vat: [{ ...standard, taxable: net, tax }],
  totals: { ...INVOICE.totals, lines: net, net, vat: tax, gross: net + tax, due: net + tax },
})

const describeProblem = ({ path, code, expected, found }: StateProblem) =>
  code === 'missing' ? `${path} has no ${expected}` : `${path} is ${found}, not ${expected}`

describe('AA-084 the figures of an invoice', () => {
  test('agree', () => {
    expect(checkFigures(INVOICE)).toEqual([])
  })

  test.each<[string, InvoiceDocument]>([
    ['half a penny is rounded up', withLine({ price: 25, quantity: 1, priceQuantity: 2 }, 13, 3)],
    [
      'half a penny taken back is rounded down',
      withLine({ price: 25, quantity: -1, priceQuantity: 2 }, -13, -3),
    ],
    ['a price below a penny is for many', withLine({ price: 1, quantity: 1000, priceQuantity: 100 }, 10, 2)],
    ['RV-871 half a penny of a part is rounded up', withLine({ price: 101, quantity: 2.5 }, 253, 51)],
    [
      'RV-871 a part that no double holds is exact',
      withLine({ price: 99_999_999, quantity: 0.0003 }, 30_000, 6000),
    ],
    [
      'RV-871 what is due is rounded',
      { ...INVOICE, totals: { ...INVOICE.totals, paid: 51, rounding: -49, due: 11_000 } },
    ],
    ['VAT is taken out of a gross amount', withLine({ price: 2, quantity: 1 }, 2, 1)],
    ['a discount is taken off the line', withLine({ price: 100, quantity: 3, discount: 50 }, 250, 50)],
    [
      'large amounts are exact',
      withLine({ price: 99_999_999_999, quantity: 7, priceQuantity: 7 }, 99_999_999_999, 20_000_000_000),
    ],
    [
      'discounts and charges on the whole are of a rate',
      {
        ...INVOICE,
        discounts: [{ reason: '10%', amount: 800, vat: standard }],
        charges: [{ reason: 'Delivery', amount: 400, vat: standard }],
        vat: [{ ...INVOICE.vat[0]!, taxable: 7600, tax: 1520 }, INVOICE.vat[1]!],
        totals: {
          ...{ lines: 9500, discounts: 800, charges: 400, net: 9100, vat: 1520 },
          ...{ gross: 10_620, paid: 620, due: 10_000 },
        },
      },
    ],
  ])('%s', (_what, invoice) => {
    expect(checkFigures(invoice)).toEqual([])
  })

  test.each<[string, Partial<InvoiceDocument>, string[]]>([
    ['a line', { lines: [{ ...LINE!, price: 4001 }, INVOICE.lines[1]!] }, ['lines.0.net is 8000, not 8002']],
    [
      'VAT rounded for each line',
      { vat: [{ ...INVOICE.vat[0]!, tax: 1601 }, INVOICE.vat[1]!] },
      [
        'vat.0.tax is 1601, not 1600',
        'totals.vat is 1600, not 1601',
        'totals.gross is 11100, not 11101',
        'totals.due is 11100, not 11101',
      ],
    ],
    ['a rate left out', { vat: [INVOICE.vat[0]!] }, ['vat has no Z 0']],
    ['what is due', { totals: { ...INVOICE.totals, paid: 100 } }, ['totals.due is 11100, not 11000']],
    [
      'RV-871 a rounding left out',
      { totals: { ...INVOICE.totals, rounding: 10 } },
      ['totals.due is 11100, not 11110'],
    ],
    [
      'a discount left out',
      { totals: { ...INVOICE.totals, discounts: 1 } },
      ['totals.discounts is 1, not 0'],
    ],
  ])('%s that differs is named', (_what, changed, problems) => {
    expect(checkFigures({ ...INVOICE, ...changed }).map(describeProblem)).toEqual(problems)
  })
})
