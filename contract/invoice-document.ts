import { z } from 'zod'
import { locale } from './brands.ts'
import { feedDay } from './feed-dates.ts'
import { bic, iban } from './input/bank-account.ts'
import { isoCountryCode } from './input/country-code.ts'
import { currencyCode } from './input/currency-code.ts'
import { passesFeedCheck } from './input/feed-checks.ts'
import { type FieldIssue, type RuleContext, refuseField } from './input/field-issues.ts'
import { listRepeated } from './input/repeated.ts'
import { nameText } from './input/text.ts'
import { minorUnits } from './money.ts'
import { orderCode } from './retailer-orders.ts'

/*
 * The content of an invoice, in the terms of EN 16931 (business terms BT-…). All figures are the retailer's;
 * they are only checked for consistency. Amounts are integers of minor units.
 */

/**
 * invoice: UNTDID 1001 code 380; credit-note: 381, with positive amounts; collective: 380 over several orders; receipt: a
 * simplified invoice, which may have no buyer and has no XML.
 */
export const INVOICE_KINDS = ['invoice', 'credit-note', 'collective', 'receipt'] as const

/**
 * VAT categories (UNCL 5305): S standard or reduced rate, Z zero rate, E exempt, AE reverse charge, K supply within the
 * EU, G export. A rate of 0 is never S (BR-S-05).
 */
export const VAT_CATEGORIES = ['S', 'Z', 'E', 'AE', 'K', 'G'] as const
export type VatCategory = (typeof VAT_CATEGORIES)[number]

/** Unique within a channel. A slash is allowed, as in '2026/0413'. */
export const invoiceNumber = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9 ./_-]{0,39}$/)

const word = nameText({ max: 200 })
const paragraph = nameText({ max: 1000 })
const AMOUNT_MAX = 99_999_999_999
const signedAmount = z.int().min(-AMOUNT_MAX).max(AMOUNT_MAX)

/** Decimals of a quantity, at most. */
export const QUANTITY_DECIMALS = 4

/** In hundredths of a percent: 2000 is 20 %. */
const vatRate = z
  .int()
  .min(0)
  .refine(rate => passesFeedCheck(() => rate <= 10_000), 'too-large' satisfies FieldIssue)

const postalAddress = z.strictObject({
  lines: z.array(word).max(3),
  postalCode: z.optional(word),
  city: z.optional(word),
  /** State or province. */
  region: z.optional(word),
  /** ISO 3166-1 alpha-2. */
  countryCode: isoCountryCode,
})

const party = {
  /** The registered name (BT-27, BT-44). */
  name: word,
  address: postalAddress,
  /** With its country prefix (BT-31, BT-48). */
  vatId: z
    .string()
    .regex(/^[A-Z]{2}[A-Z0-9+*]{2,13}$/)
    .optional(),
  /** Registration number of the company, such as 'HRB 12345 B' (BT-30, BT-47). */
  registration: z.optional(word),
  contactName: z.optional(word),
  email: z.email().max(254).optional(),
  phone: z.optional(word),
}

const seller = z.strictObject({
  ...party,
  /** Number at the local tax office, where it is not the VAT id (BT-32). */
  taxNumber: z.optional(word),
  /** Other legally required information, such as managing directors (BT-33). */
  legalNotice: z.optional(paragraph),
})

const buyer = z.strictObject({
  ...party,
  /** The buyer's own reference, such as a cost centre (BT-10). */
  reference: z.optional(word),
  /** Number of the buyer's purchase order (BT-13). */
  purchaseOrder: z.optional(word),
})

const vatOfItem = { category: z.enum(VAT_CATEGORIES), rate: vatRate }

const line = z.strictObject({
  description: word,
  /** Second line in smaller text (BT-154). */
  details: z.optional(paragraph),
  /** The seller's article (BT-155). */
  article: z.optional(word),
  /** The order it belongs to; on collective invoices lines are shown by order. */
  orderCode: orderCode.optional(),
  /** Negative for a return; at most four decimals, such as 2.5 hours (BT-129). */
  quantity: z
    .number()
    .min(-1_000_000)
    .max(1_000_000)
    .refine(value => value !== 0 && Number(value.toFixed(QUANTITY_DECIMALS)) === value),
  /** UN/ECE recommendation 20 (BT-130); H87 is a piece. */
  unit: z
    .string()
    .regex(/^[A-Z0-9]{2,3}$/)
    .default('H87'),
  /** Net, for `priceQuantity` units (BT-146), so that a price below a minor unit stays an integer. */
  price: minorUnits,
  priceQuantity: z.int().min(1).max(1_000_000).default(1),
  /** Net discount of the whole line (BT-136). */
  discount: minorUnits.default(0),
  /** price × quantity ÷ priceQuantity, rounded half away from zero, minus the discount (BT-131). */
  net: signedAmount,
  vat: z.strictObject(vatOfItem),
})

/** A discount or a charge on the whole document, such as delivery (BG-20, BG-21); net. */
const adjustment = z.strictObject({ reason: word, amount: minorUnits, vat: z.strictObject(vatOfItem) })

/** Summary of one VAT rate (BG-23), at which VAT is rounded. */
const vatSummary = z.strictObject({
  ...vatOfItem,
  taxable: signedAmount,
  tax: signedAmount,
  /** Reason of the exemption; required for E, AE, K and G (BT-120). */
  reason: z.optional(paragraph),
  /** From the VATEX list (BT-121). */
  reasonCode: z
    .string()
    .regex(/^VATEX-[A-Z0-9-]{2,40}$/)
    .optional(),
})

const totals = z.strictObject({
  /** Sum of the lines (BT-106). */
  lines: minorUnits,
  /** BT-107. */
  discounts: minorUnits.default(0),
  /** BT-108. */
  charges: minorUnits.default(0),
  /** Without VAT (BT-109). */
  net: minorUnits,
  /** BT-110. */
  vat: minorUnits,
  /** With VAT (BT-112). */
  gross: minorUnits,
  /** BT-113. */
  paid: minorUnits.default(0),
  /** What rounds the amount to be paid, such as to whole crowns (BT-114). */
  rounding: z.optional(signedAmount),
  /** BT-115. */
  due: minorUnits,
})

const payment = z
  .strictObject({
    method: z.enum(['credit-transfer', 'direct-debit', 'card', 'online']),
    /** Shown to the buyer (BT-82). */
    name: z.optional(word),
    /** Account of the payee; required for credit transfers (BR-61). */
    iban: z.optional(iban),
    bic: z.optional(bic),
    /** To be stated with the payment (BT-83). */
    reference: z.optional(word),
    /** BT-20. */
    terms: z.optional(paragraph),
  })
  .refine(({ method, iban }) => method !== 'credit-transfer' || iban !== undefined, {
    error: 'missing',
    path: ['iban'],
  })

const delivery = z.strictObject({
  /** BT-72; categories K needs it, or a period. */
  date: feedDay.optional(),
  name: z.optional(word),
  address: postalAddress.optional(),
})

/** The fields of an invoice, apart from its kind. */
export const invoiceFields = {
  number: invoiceNumber,
  /** The brand's channel. */
  channel: word,
  /** The language of its texts and formats. */
  locale,
  currency: currencyCode,
  issueDate: feedDay,
  dueDate: feedDay.optional(),
  /** When its goods were delivered (BG-14). */
  period: z.strictObject({ from: feedDay, to: feedDay }).optional(),
  seller,
  /** Required, except for a receipt. */
  buyer: buyer.optional(),
  /** Codes of the orders that it charges. */
  orders: z.array(orderCode).max(1000),
  /** The invoices that it corrects (BG-3); a credit note has at least one. */
  corrects: z
    .array(z.strictObject({ number: invoiceNumber, issueDate: feedDay }))
    .max(100)
    .default([]),
  delivery: delivery.optional(),
  payment: payment.optional(),
  /** Free text below the lines (BT-22). */
  notes: z.array(paragraph).max(10).default([]),
  lines: z.array(line).min(1).max(2000),
  discounts: z.array(adjustment).max(100).default([]),
  charges: z.array(adjustment).max(100).default([]),
  vat: z.array(vatSummary).min(1).max(20),
  totals,
}

/** An invoice as it is checked, rendered and stored. */
export const invoiceDocument = z
  .strictObject({ kind: z.enum(INVOICE_KINDS), ...invoiceFields })
  .superRefine(checkDocument)
export type InvoiceDocument = z.output<typeof invoiceDocument>
/** An invoice that says whom it is for. */
export type AddressedInvoice = InvoiceDocument & { buyer: NonNullable<InvoiceDocument['buyer']> }
export type InvoiceLine = z.output<typeof line>
export type VatSummary = z.output<typeof vatSummary>
export type InvoiceAddress = z.output<typeof postalAddress>

const fields = z.strictObject({ kind: z.enum(INVOICE_KINDS), ...invoiceFields })

/** The rules of EN 16931 that do not depend on sums; a violation is refused as a bad request. */
export function checkDocument(invoice: z.output<typeof fields>, ctx: RuleContext) {
  const createIssue = (message: FieldIssue, ...path: PropertyKey[]) => refuseField(ctx, path, message)
  const { seller, buyer, vat, totals, payment } = invoice
  if (!seller.vatId && !seller.registration) createIssue('missing', 'seller', 'vatId')
  if (!buyer && invoice.kind !== 'receipt') createIssue('missing', 'buyer')
  if (invoice.kind === 'credit-note' && invoice.corrects.length === 0) createIssue('missing', 'corrects')
  if (invoice.kind !== 'credit-note' && totals.due > 0 && !invoice.dueDate && !payment?.terms)
    createIssue('missing', 'dueDate')
  const { dueDate, issueDate } = invoice
  if (dueDate && !passesFeedCheck(() => dueDate >= issueDate)) createIssue('conflict', 'dueDate')
  for (const [index, line] of invoice.lines.entries())
    if (!passesFeedCheck(() => isRepresentable(line))) createIssue('not-valid', 'lines', index, 'quantity')
  const { period } = invoice
  if (period && period.to < period.from) createIssue('conflict', 'period', 'to')
  for (const [index, { issueDate }] of invoice.corrects.entries())
    if (issueDate > invoice.issueDate) createIssue('conflict', 'corrects', index, 'issueDate')
  for (const index of listRepeated(invoice.corrects.map(({ number }) => number)))
    createIssue('conflict', 'corrects', index, 'number')
  for (const index of listRepeated(invoice.orders)) createIssue('conflict', 'orders', index)

  for (const [index, { category, rate, reason, reasonCode }] of vat.entries()) {
    const hasReason = reason !== undefined || reasonCode !== undefined
    if ((category === 'S') !== rate > 0) createIssue('not-valid', 'vat', index, 'rate')
    if (needsReason(category) && !hasReason) createIssue('missing', 'vat', index, 'reason')
    if (!needsReason(category) && hasReason) createIssue('not-valid', 'vat', index, 'reason')
    if (vat.findIndex(each => each.category === category && each.rate === rate) !== index)
      createIssue('conflict', 'vat', index)
  }
  // BR-S-02 to BR-G-02: every category names the seller's VAT id; AE and K the buyer's as well (BR-AE-02, BR-IC-02).
  if (!seller.vatId && !(seller.taxNumber && vat.every(({ category }) => 'SZE'.includes(category))))
    createIssue('missing', 'seller', 'vatId')
  const needsBuyer = (category: VatCategory) => category === 'AE' || category === 'K'
  if (vat.some(({ category }) => needsBuyer(category)) && !buyer?.vatId)
    createIssue('missing', 'buyer', 'vatId')
  if (vat.some(({ category }) => category === 'K')) {
    if (!invoice.delivery?.date && !period) createIssue('missing', 'delivery', 'date')
    if (!invoice.delivery?.address) createIssue('missing', 'delivery', 'address')
  }
}

/** Whether quantity × price is an amount that an invoice can have. */
const isRepresentable = ({ quantity, price, priceQuantity }: InvoiceLine) =>
  Math.abs((quantity * price) / priceQuantity) <= AMOUNT_MAX

const needsReason = (category: VatCategory) => category !== 'S' && category !== 'Z'
