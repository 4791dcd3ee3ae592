import { brands } from '#brands/index.ts'
import { type Brand, LOCALES } from '#contract/brands.ts'
import { invoiceDocument, type VatCategory } from '#contract/invoice-document.ts'
import type { XmlInvoice, XmlKind } from './xml/invoice-xml.ts'

type Fields = typeof invoiceDocument._zod.input
type Buyer = NonNullable<Fields['buyer']>
type Vat = Fields['lines'][number]['vat']

/** A line of £10.00 for `buildInvoice`, which calculates the net amount. */
export const LINE = {
  ...{ description: 'Prints', quantity: 1, price: 1000, net: 0 },
  vat: { category: 'S', rate: 2000 },
} as const

/** Builds an invoice as sent, with figures computed from its lines; to whole units of money if `isRounded`. */
export function buildInvoice(
  more: Partial<Fields> & Pick<Fields, 'lines'>,
  { isRounded = false } = {},
): XmlInvoice {
  const lines = more.lines.map(line => ({ ...line, net: computeNet(line) }))
  const [discounts = [], charges = []] = [more.discounts, more.charges]
  const items = [
    ...lines.map(({ vat, net }) => ({ vat, amount: net })),
    ...discounts.map(({ vat, amount }) => ({ vat, amount: -amount })),
    ...charges,
  ]
  const vat = summarizeVat(items)
  const net = sum(items.map(({ amount }) => amount))
  const gross = net + sum(vat.map(({ tax }) => tax))
  const paid = more.totals?.paid ?? 0
  const due = isRounded ? roundHalfAway((gross - paid) / 100) * 100 : gross - paid
  const totals = {
    lines: sum(lines.map(line => line.net)),
    discounts: sum(discounts.map(({ amount }) => amount)),
    charges: sum(charges.map(({ amount }) => amount)),
    net,
    vat: gross - net,
    gross,
    paid,
    ...(isRounded && { rounding: due - (gross - paid) }),
    due,
  }
  return invoiceDocument.parse({ ...DEFAULTS, ...more, lines, vat, totals }) as XmlInvoice
}

/** 60 invoices: 14 locales, 5 currencies, 7 treatments of VAT, 1 to 200 lines, names in six scripts. */
export function createSampleInvoices(): { invoice: XmlInvoice; brand: Brand }[] {
  return Array.from({ length: 60 }, (_, i) => ({ invoice: createSampleInvoice(i), brand: getSampleBrand(i) }))
}

const getSampleBrand = (i: number) => brands.find(({ locale }) => locale === LOCALES[i % LOCALES.length])!

function createSampleInvoice(i: number): XmlInvoice {
  const rates = VAT_RATES[i % VAT_RATES.length]!
  const count = i === 17 ? 200 : i === 41 ? 120 : LINE_COUNTS[i % LINE_COUNTS.length]!
  const kind: XmlKind = i % 10 === 3 ? 'credit-note' : i % 10 === 7 ? 'collective' : 'invoice'
  const orders = kind === 'collective' ? Array.from({ length: 4 }, (_, n) => `47${i}-${n}`) : [`47${i}-0`]
  const currency = CURRENCIES[i % CURRENCIES.length]!
  const total = rates[0]!
  const fields = {
    kind,
    number: `2026/${String(i).padStart(4, '0')}`,
    channel: getSampleBrand(i).channel,
    locale: getSampleBrand(i).locale,
    currency,
    orders,
    corrects: kind === 'credit-note' ? [{ number: `2026/C${i}`, issueDate: '2026-10-01' }] : [],
    period: i % 4 === 1 ? { from: '2026-10-01', to: '2026-10-31' } : undefined,
    seller: { ...SELLER, legalNotice: i % 3 === 0 ? 'Directors: A. Marsh & J. Okafor <board>' : undefined },
    buyer: { ...BUYER, name: NAMES[i % NAMES.length]!, contactName: NAMES[(i * 5 + 2) % NAMES.length]! },
    delivery: {
      date: '2026-11-19',
      name: NAMES[(i + 3) % NAMES.length]!,
      address: { lines: ['Λεωφόρος Αμαλίας 5'], postalCode: '105 57', city: 'Αθήνα', countryCode: 'GR' },
    },
    payment: createSamplePayment(i),
    notes: i % 5 === 0 ? ['Thank you for your order.', 'Σας ευχαριστούμε · Спасибо'] : [],
    lines: Array.from({ length: count }, (_, n) =>
      createSampleLine(i + n, rates, orders[n % orders.length]!),
    ),
    discounts: i % 6 === 2 ? [{ reason: 'Volume < 3 % & more', amount: 35, vat: total }] : [],
    charges: i % 3 === 2 ? [{ reason: 'Delivery', amount: 499, vat: total }] : [],
    totals: i % 7 === 4 ? { ...NO_TOTALS, paid: 100 } : NO_TOTALS,
  }
  return buildInvoice(fields, { isRounded: currency === 'SEK' || currency === 'NOK' })
}

function createSampleLine(n: number, rates: readonly Vat[], orderCode: string): Fields['lines'][number] {
  const isByHundred = n % 4 === 1
  const isByMetre = n % 11 === 10
  return {
    description: ['Photo book 30 × 30 cm', 'Prints 10 × 15 cm', 'Плакат «Карта»', 'Άλμπουμ & θήκη'][n % 4]!,
    details: n % 5 === 0 ? 'Layflat, matt cover,\nivory end papers' : undefined,
    article: n % 3 === 0 ? `ART-${n}` : undefined,
    orderCode,
    // One line in ten is a return.
    quantity: n % 10 === 9 ? -1 : (1 + ((n * 7) % 60)) / (isByMetre ? 16 : 1),
    unit: isByMetre ? 'MTR' : 'H87',
    price: 995 + ((n * 977) % 9000),
    priceQuantity: isByHundred ? 100 : 1,
    discount: n % 6 === 5 && n % 10 !== 9 ? 33 : 0,
    net: 0,
    vat: rates[n % rates.length]!,
  }
}

function createSamplePayment(i: number): Fields['payment'] {
  const method = (['credit-transfer', 'direct-debit', 'card', 'online'] as const)[i % 4]!
  const account = { iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' }
  return {
    method,
    ...(method === 'credit-transfer' ? account : {}),
    name: i % 8 === 3 ? 'PayPal' : undefined,
    reference: `RF-${i}`,
    terms: i % 2 === 0 ? 'Payable within 30 days without deduction.' : undefined,
  }
}

const CURRENCIES = ['EUR', 'GBP', 'DKK', 'SEK', 'NOK']

const LINE_COUNTS = [1, 2, 3, 4, 6, 9, 1, 14, 2, 25, 5, 40]

const vat = (category: VatCategory, rate: number): Vat => ({ category, rate })

const VAT_RATES: readonly (readonly Vat[])[] = [
  [vat('S', 2000)],
  [vat('S', 2100), vat('S', 550)],
  [vat('S', 2500), vat('Z', 0)],
  [vat('E', 0), vat('S', 1900), vat('S', 700)],
  [vat('AE', 0)],
  [vat('K', 0)],
  [vat('G', 0)],
]

const EXEMPTION_BY_CATEGORY: Partial<Record<VatCategory, { reason: string; reasonCode?: string }>> = {
  E: { reason: 'Exempt supply of education' },
  AE: { reason: 'Reverse charge', reasonCode: 'VATEX-EU-AE' },
  K: { reason: 'Intra-community supply', reasonCode: 'VATEX-EU-IC' },
  G: { reason: 'Export outside the EU', reasonCode: 'VATEX-EU-G' },
}

/** Latin beyond Western Europe, Greek, Cyrillic, Vietnamese, Arabic letters and digits, Hebrew, symbols of XML and PDF. */
const NAMES = [
  'Studio Łódź & Söhne',
  'Φωτογραφείο Παπαδόπουλος',
  'Фотостудия «Ёлка»',
  'Studio ٣٦٥',
  'محمد علي ٢٣',
  'Nguyễn Ảnh Đẹp',
  'Foto (Zürich) \\ <Œuvre> "A" ✨',
  'תמונות שלום',
]

const SELLER: Fields['seller'] = {
  name: 'Keepsake Photo GmbH',
  address: { lines: ['Hafenstraße 12'], postalCode: '20457', city: 'Hamburg', countryCode: 'DE' },
  vatId: 'DE123456789',
  registration: 'HRB 12345',
  taxNumber: '27/123/45678',
  contactName: 'Accounts',
  email: 'billing@keepsake.example',
  phone: '+49 40 1234567',
}

const BUYER: Buyer = {
  name: 'Studio',
  address: {
    lines: ['4 Old Mill', 'Unit 7'],
    postalCode: 'LS1 4AP',
    city: 'Leeds',
    region: 'Yorkshire',
    countryCode: 'GB',
  },
  vatId: 'GB987654321',
  email: 'studio@keepsake.example',
  reference: 'CC 4711',
  purchaseOrder: 'PO-88',
}

const NO_TOTALS: Fields['totals'] = { lines: 0, net: 0, vat: 0, gross: 0, due: 0 }

const DEFAULTS: Omit<Fields, 'lines' | 'vat' | 'totals'> = {
  kind: 'invoice',
  number: '2026-0413',
  channel: 'KEEPSAKE-GB',
  locale: 'en-GB',
  currency: 'GBP',
  issueDate: '2026-11-20',
  dueDate: '2026-12-20',
  seller: SELLER,
  buyer: BUYER,
  orders: ['4711-1'],
}

function computeNet({ price, quantity, priceQuantity = 1, discount = 0 }: Fields['lines'][number]): number {
  return roundHalfAway((price * quantity) / priceQuantity) - discount
}

/** VAT is rounded once for each rate. */
function summarizeVat(items: readonly { vat: Vat; amount: number }[]): Fields['vat'] {
  const keys = [...new Set(items.map(({ vat }) => `${vat.category} ${vat.rate}`))]
  return keys.map(key => {
    const [category, rate] = key.split(' ') as [VatCategory, string]
    const itemsOfRate = items.filter(({ vat }) => `${vat.category} ${vat.rate}` === key)
    const taxable = sum(itemsOfRate.map(({ amount }) => amount))
    const tax = roundHalfAway((taxable * Number(rate)) / 10_000)
    return { category, rate: Number(rate), taxable, tax, ...EXEMPTION_BY_CATEGORY[category] }
  })
}

const roundHalfAway = (value: number) => Math.sign(value) * Math.round(Math.abs(value)) || 0

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)
