import { create } from 'xmlbuilder2'
import type {
  AddressedInvoice,
  InvoiceDocument,
  InvoiceLine,
  VatSummary,
} from '#contract/invoice-document.ts'
import { toDecimal } from '../formats.ts'
import { formatPercent, toDateString, toDateTime, toPostalAddress, toTax, type XmlNode } from './elements.ts'

/** The profile EN 16931 of Factur-X and ZUGFeRD (BT-24). */
const PROFILE = 'urn:cen.eu:en16931:2017'

/** UNTDID 1001 (BT-3). */
const TYPE_CODE_BY_KIND = { invoice: '380', 'credit-note': '381', collective: '380' } as const

/** The kinds of documents that have an XML. */
export type XmlKind = keyof typeof TYPE_CODE_BY_KIND

export type XmlInvoice = AddressedInvoice & { kind: XmlKind }

/**
 * Renders the invoice as a Cross Industry Invoice (UN/CEFACT D16B) by EN 16931. Contains the figures of the invoice as
 * sent; characters that are not allowed in XML are left out.
 */
export function renderInvoiceXml(invoice: XmlInvoice): string {
  const document: XmlNode = {
    'rsm:CrossIndustryInvoice': {
      ...NAMESPACES,
      'rsm:ExchangedDocumentContext': {
        'ram:GuidelineSpecifiedDocumentContextParameter': { 'ram:ID': PROFILE },
      },
      'rsm:ExchangedDocument': {
        'ram:ID': invoice.number,
        'ram:TypeCode': TYPE_CODE_BY_KIND[invoice.kind],
        'ram:IssueDateTime': toDateTime(invoice.issueDate),
        'ram:IncludedNote': listNotes(invoice).map(note => ({ 'ram:Content': note })),
      },
      'rsm:SupplyChainTradeTransaction': {
        'ram:IncludedSupplyChainTradeLineItem': invoice.lines.map((line, i) =>
          toLineItem(invoice, line, i + 1),
        ),
        'ram:ApplicableHeaderTradeAgreement': toAgreement(invoice),
        'ram:ApplicableHeaderTradeDelivery': toDelivery(invoice),
        'ram:ApplicableHeaderTradeSettlement': toSettlement(invoice),
      },
    },
  }
  const options = { version: '1.0', encoding: 'UTF-8', invalidCharReplacement: '' } as const
  return create(options, removeUndefined(document)).end({ prettyPrint: true })
}

/** D16B allows one preceding invoice; further ones are listed in a note (BT-22). */
function listNotes({ notes, corrects }: InvoiceDocument): string[] {
  const furtherInvoices = corrects.slice(1).map(({ number, issueDate }) => `${number} (${issueDate})`)
  return furtherInvoices.length > 0 ? [...notes, `BT-25: ${furtherInvoices.join(', ')}`] : notes
}

/** Removes undefined values, for which xmlbuilder2 would write an element. */
function removeUndefined(node: XmlNode): object {
  return Object.fromEntries(
    Object.entries(node)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, removeUndefinedDeep(value!)]),
  )
}

const removeUndefinedDeep = (value: NonNullable<XmlNode[string]>): unknown =>
  typeof value === 'string'
    ? value
    : Array.isArray(value)
      ? value.map(removeUndefined)
      : removeUndefined(value as XmlNode)

const NAMESPACES = {
  '@xmlns:rsm': 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
  '@xmlns:ram': 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100',
  '@xmlns:qdt': 'urn:un:unece:uncefact:data:standard:QualifiedDataType:100',
  '@xmlns:udt': 'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100',
}

/** Returns a line of the invoice (BG-25); `lineId` counts from 1. */
function toLineItem({ currency }: InvoiceDocument, line: InvoiceLine, lineId: number): XmlNode {
  return {
    'ram:AssociatedDocumentLineDocument': { 'ram:LineID': String(lineId) },
    'ram:SpecifiedTradeProduct': {
      'ram:SellerAssignedID': line.article,
      'ram:Name': line.description,
      'ram:Description': line.details,
    },
    'ram:SpecifiedLineTradeAgreement': {
      'ram:NetPriceProductTradePrice': {
        'ram:ChargeAmount': toDecimal(line.price, currency),
        'ram:BasisQuantity': toQuantity(line.priceQuantity, line.unit),
      },
    },
    'ram:SpecifiedLineTradeDelivery': { 'ram:BilledQuantity': toQuantity(line.quantity, line.unit) },
    'ram:SpecifiedLineTradeSettlement': {
      'ram:ApplicableTradeTax': toTax(line.vat),
      'ram:SpecifiedTradeAllowanceCharge': line.discount > 0 ? toDiscount(line, currency) : undefined,
      'ram:SpecifiedTradeSettlementLineMonetarySummation': {
        'ram:LineTotalAmount': toDecimal(line.net, currency),
      },
      // Invoiced object (BT-128, code 130): the seller's order.
      'ram:AdditionalReferencedDocument':
        line.orderCode === undefined
          ? undefined
          : { 'ram:IssuerAssignedID': line.orderCode, 'ram:TypeCode': '130' },
    },
  }
}

const toQuantity = (value: number, unit: string): XmlNode => ({ '@unitCode': unit, '#': String(value) })

const toDiscount = (line: InvoiceLine, currency: string): XmlNode => ({
  'ram:ChargeIndicator': { 'udt:Indicator': 'false' },
  'ram:ActualAmount': toDecimal(line.discount, currency),
  // UNTDID 5189: discount.
  'ram:ReasonCode': '95',
})

/** Seller, buyer and their order references (BG-4, BG-7, BT-10, BT-13, BT-14). */
function toAgreement({ seller, buyer, orders }: AddressedInvoice): XmlNode {
  const [order, ...otherOrders] = orders
  return {
    'ram:BuyerReference': buyer.reference,
    'ram:SellerTradeParty': {
      ...toParty(seller, seller.legalNotice),
      'ram:SpecifiedTaxRegistration': [
        ...toTaxRegistration('VA', seller.vatId),
        ...toTaxRegistration('FC', seller.taxNumber),
      ],
    },
    'ram:BuyerTradeParty': {
      ...toParty(buyer),
      'ram:SpecifiedTaxRegistration': toTaxRegistration('VA', buyer.vatId),
    },
    // Only one order is allowed here; each line has the order it belongs to.
    'ram:SellerOrderReferencedDocument':
      order !== undefined && otherOrders.length === 0 ? { 'ram:IssuerAssignedID': order } : undefined,
    'ram:BuyerOrderReferencedDocument':
      buyer.purchaseOrder === undefined ? undefined : { 'ram:IssuerAssignedID': buyer.purchaseOrder },
  }
}

/** Place and date of the delivery (BG-13). */
function toDelivery({ delivery }: InvoiceDocument): XmlNode {
  const hasPlace = delivery?.name !== undefined || delivery?.address !== undefined
  return {
    'ram:ShipToTradeParty': hasPlace
      ? {
          'ram:Name': delivery.name,
          'ram:PostalTradeAddress': delivery.address && toPostalAddress(delivery.address),
        }
      : undefined,
    'ram:ActualDeliverySupplyChainEvent':
      delivery?.date === undefined ? undefined : { 'ram:OccurrenceDateTime': toDateTime(delivery.date) },
  }
}

type Party = AddressedInvoice['seller'] | AddressedInvoice['buyer']

/** Returns a party up to its tax registrations, in the order of the schema. */
function toParty({ name, registration, address, email, ...rest }: Party, legalNotice?: string): XmlNode {
  return {
    'ram:Name': name,
    'ram:Description': legalNotice,
    'ram:SpecifiedLegalOrganization': registration === undefined ? undefined : { 'ram:ID': registration },
    'ram:DefinedTradeContact': toContact({ email, ...rest }),
    'ram:PostalTradeAddress': toPostalAddress(address),
    'ram:URIUniversalCommunication':
      email === undefined ? undefined : { 'ram:URIID': { '@schemeID': 'EM', '#': email } },
  }
}

function toContact({ contactName, phone, email }: Pick<Party, 'contactName' | 'phone' | 'email'>) {
  if (contactName === undefined && phone === undefined && email === undefined) return undefined
  return {
    'ram:PersonName': contactName,
    'ram:TelephoneUniversalCommunication': phone === undefined ? undefined : { 'ram:CompleteNumber': phone },
    'ram:EmailURIUniversalCommunication': email === undefined ? undefined : { 'ram:URIID': email },
  }
}

const toTaxRegistration = (schemeID: 'VA' | 'FC', id: string | undefined): XmlNode[] =>
  id === undefined ? [] : [{ 'ram:ID': { '@schemeID': schemeID, '#': id } }]

/** UNTDID 4461 (BT-81); a transfer in euros is a SEPA one. */
const PAYMENT_CODE_BY_METHOD = {
  'credit-transfer': '30',
  'direct-debit': '49',
  card: '48',
  online: '68',
} as const

const SEPA_CREDIT_TRANSFER = '58'

/** Payment, VAT, discounts, charges and totals (BG-14, BG-16, BG-20 to BG-23), in the order of the schema. */
function toSettlement(invoice: InvoiceDocument): XmlNode {
  const { currency, payment, period, dueDate } = invoice
  const terms = payment?.terms
  const [correctedInvoice] = invoice.corrects
  return {
    'ram:PaymentReference': payment?.reference,
    'ram:InvoiceCurrencyCode': currency,
    'ram:SpecifiedTradeSettlementPaymentMeans': payment && toPaymentMeans(payment, currency),
    'ram:ApplicableTradeTax': invoice.vat.map(each => toTaxSummary(each, currency)),
    'ram:BillingSpecifiedPeriod': period && {
      'ram:StartDateTime': toDateTime(period.from),
      'ram:EndDateTime': toDateTime(period.to),
    },
    'ram:SpecifiedTradeAllowanceCharge': [
      ...invoice.discounts.map(each => toAdjustment(each, 'false', currency)),
      ...invoice.charges.map(each => toAdjustment(each, 'true', currency)),
    ],
    'ram:SpecifiedTradePaymentTerms':
      terms === undefined && dueDate === undefined
        ? undefined
        : { 'ram:Description': terms, 'ram:DueDateDateTime': dueDate && toDateTime(dueDate) },
    'ram:SpecifiedTradeSettlementHeaderMonetarySummation': toSummation(invoice),
    'ram:InvoiceReferencedDocument': correctedInvoice && {
      'ram:IssuerAssignedID': correctedInvoice.number,
      'ram:FormattedIssueDateTime': { 'qdt:DateTimeString': toDateString(correctedInvoice.issueDate) },
    },
  }
}

function toPaymentMeans(payment: NonNullable<InvoiceDocument['payment']>, currency: string): XmlNode {
  const { method, name, iban, bic } = payment
  const isSepa = method === 'credit-transfer' && currency === 'EUR'
  return {
    'ram:TypeCode': isSepa ? SEPA_CREDIT_TRANSFER : PAYMENT_CODE_BY_METHOD[method],
    'ram:Information': name,
    'ram:PayeePartyCreditorFinancialAccount': iban === undefined ? undefined : { 'ram:IBANID': iban },
    'ram:PayeeSpecifiedCreditorFinancialInstitution':
      iban === undefined || bic === undefined ? undefined : { 'ram:BICID': bic },
  }
}

const toTaxSummary = (summary: VatSummary, currency: string): XmlNode => ({
  'ram:CalculatedAmount': toDecimal(summary.tax, currency),
  'ram:TypeCode': 'VAT',
  'ram:ExemptionReason': summary.reason,
  'ram:BasisAmount': toDecimal(summary.taxable, currency),
  'ram:CategoryCode': summary.category,
  'ram:ExemptionReasonCode': summary.reasonCode,
  'ram:RateApplicablePercent': formatPercent(summary.rate),
})

type Adjustment = InvoiceDocument['discounts'][number]

const toAdjustment = ({ reason, amount, vat }: Adjustment, isCharge: 'true' | 'false', currency: string) => ({
  'ram:ChargeIndicator': { 'udt:Indicator': isCharge },
  'ram:ActualAmount': toDecimal(amount, currency),
  'ram:Reason': reason,
  'ram:CategoryTradeTax': toTax(vat),
})

/** BG-22. */
function toSummation({ currency, totals, discounts, charges }: InvoiceDocument): XmlNode {
  const formatAmount = (value: number) => toDecimal(value, currency)
  return {
    'ram:LineTotalAmount': formatAmount(totals.lines),
    'ram:ChargeTotalAmount': charges.length > 0 ? formatAmount(totals.charges) : undefined,
    'ram:AllowanceTotalAmount': discounts.length > 0 ? formatAmount(totals.discounts) : undefined,
    'ram:TaxBasisTotalAmount': formatAmount(totals.net),
    'ram:TaxTotalAmount': { '@currencyID': currency, '#': formatAmount(totals.vat) },
    'ram:RoundingAmount': totals.rounding ? formatAmount(totals.rounding) : undefined,
    'ram:GrandTotalAmount': formatAmount(totals.gross),
    'ram:TotalPrepaidAmount': totals.paid > 0 ? formatAmount(totals.paid) : undefined,
    'ram:DuePayableAmount': formatAmount(totals.due),
  }
}
