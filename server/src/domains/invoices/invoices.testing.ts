import {
  type RetailerInvoice,
  type RetailerInvoiceGroup,
  retailerInvoice,
  retailerInvoiceGroup,
} from '#contract/retailer-invoices.ts'

type Sent = typeof retailerInvoice._zod.input
type SentGroup = typeof retailerInvoiceGroup._zod.input

export const LINES = [
  {
    description: 'Studio pack, 100 prints',
    quantity: 2,
    price: 4000,
    net: 8000,
    vat: { category: 'S', rate: 2000 },
  },
  { description: 'Guide book', quantity: 1, price: 1500, net: 1500, vat: { category: 'Z', rate: 0 } },
] satisfies Sent['lines']

/** The fields of an invoice of £111.00, with two rates of VAT. */
const FIELDS = {
  channel: 'KEEPSAKE-GB',
  locale: 'en-GB',
  currency: 'GBP',
  issueDate: '2026-11-20',
  dueDate: '2026-12-20',
  seller: {
    name: 'Keepsake Ltd',
    address: { lines: ['1 Print Works'], postalCode: 'BS1 4XX', city: 'Bristol', countryCode: 'GB' },
    vatId: 'GB123456789',
  },
  buyer: {
    name: 'Studio Lindholm',
    address: { lines: ['5 Dock Road'], postalCode: 'BS8 2HS', city: 'Bristol', countryCode: 'GB' },
  },
  orders: [],
  lines: LINES,
  vat: [
    { category: 'S', rate: 2000, taxable: 8000, tax: 1600 },
    { category: 'Z', rate: 0, taxable: 1500, tax: 0 },
  ],
  totals: { lines: 9500, net: 9500, vat: 1600, gross: 11_100, due: 11_100 },
} satisfies Partial<Sent>

/** Returns the first version of an invoice of £111.00 of the account, with other fields as given. */
export const invoiceForTests = (accountId: string, more: Partial<Sent> = {}): RetailerInvoice =>
  retailerInvoice.parse({ version: 1, accountId, kind: 'invoice', ...FIELDS, ...more })

/** Returns the same as a collective invoice over two orders. */
export const invoiceGroupForTests = (
  accountId: string,
  more: Partial<SentGroup> & { number: string },
): RetailerInvoiceGroup =>
  retailerInvoiceGroup.parse({ version: 1, accountId, ...FIELDS, orders: ['K-1', 'K-2'], ...more })
