import type { InvoiceDocument, VatSummary } from '#contract/invoice-document.ts'
import { toDecimal } from '../formats.ts'
import { formatPercent, toDateTime, toFormattedDateTime, toTax, type XmlNode } from './elements.ts'

/** UNTDID 4461 (BT-81); a transfer in euros is a SEPA one. */
const PAYMENT_CODE_BY_METHOD = {
  'credit-transfer': '30',
  'direct-debit': '49',
  card: '48',
  online: '68',
} as const
const SEPA_CREDIT_TRANSFER = '58'

/** Payment, VAT, discounts, charges and totals (BG-14, BG-16, BG-20 to BG-23), in the order of the schema. */
export function toSettlement(invoice: InvoiceDocument): XmlNode {
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
      'ram:FormattedIssueDateTime': toFormattedDateTime(correctedInvoice.issueDate),
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
