import type { InvoiceDocument, VatSummary } from '#contract/invoice-document.ts'
import { toDecimal } from '../formats.ts'
import { dateTime, formattedDateTime, percent, tax, type XmlNode } from './elements.ts'

/** UNTDID 4461 (BT-81); a transfer in euros is a SEPA one. */
const PAYMENT_CODES = { 'credit-transfer': '30', 'direct-debit': '49', card: '48', online: '68' } as const
const SEPA_CREDIT_TRANSFER = '58'

/** Payment, VAT, discounts, charges and totals (BG-14, BG-16, BG-20 to BG-23), in the order of the schema. */
export function settlement(invoice: InvoiceDocument): XmlNode {
  const { currency, payment, period, dueDate } = invoice
  const terms = payment?.terms
  const [corrected] = invoice.corrects
  return {
    'ram:PaymentReference': payment?.reference,
    'ram:InvoiceCurrencyCode': currency,
    'ram:SpecifiedTradeSettlementPaymentMeans': payment && paymentMeans(payment, currency),
    'ram:ApplicableTradeTax': invoice.vat.map(each => taxSummary(each, currency)),
    'ram:BillingSpecifiedPeriod': period && {
      'ram:StartDateTime': dateTime(period.from),
      'ram:EndDateTime': dateTime(period.to),
    },
    'ram:SpecifiedTradeAllowanceCharge': [
      ...invoice.discounts.map(each => adjustment(each, 'false', currency)),
      ...invoice.charges.map(each => adjustment(each, 'true', currency)),
    ],
    'ram:SpecifiedTradePaymentTerms':
      terms === undefined && dueDate === undefined
        ? undefined
        : { 'ram:Description': terms, 'ram:DueDateDateTime': dueDate && dateTime(dueDate) },
    'ram:SpecifiedTradeSettlementHeaderMonetarySummation': summation(invoice),
    'ram:InvoiceReferencedDocument': corrected && {
      'ram:IssuerAssignedID': corrected.number,
      'ram:FormattedIssueDateTime': formattedDateTime(corrected.issueDate),
    },
  }
}

function paymentMeans(payment: NonNullable<InvoiceDocument['payment']>, currency: string): XmlNode {
  const { method, name, iban, bic } = payment
  const isSepa = method === 'credit-transfer' && currency === 'EUR'
  return {
    'ram:TypeCode': isSepa ? SEPA_CREDIT_TRANSFER : PAYMENT_CODES[method],
    'ram:Information': name,
    'ram:PayeePartyCreditorFinancialAccount': iban === undefined ? undefined : { 'ram:IBANID': iban },
    'ram:PayeeSpecifiedCreditorFinancialInstitution':
      iban === undefined || bic === undefined ? undefined : { 'ram:BICID': bic },
  }
}

const taxSummary = (summary: VatSummary, currency: string): XmlNode => ({
  'ram:CalculatedAmount': toDecimal(summary.tax, currency),
  'ram:TypeCode': 'VAT',
  'ram:ExemptionReason': summary.reason,
  'ram:BasisAmount': toDecimal(summary.taxable, currency),
  'ram:CategoryCode': summary.category,
  'ram:ExemptionReasonCode': summary.reasonCode,
  'ram:RateApplicablePercent': percent(summary.rate),
})

type Adjustment = InvoiceDocument['discounts'][number]

const adjustment = ({ reason, amount, vat }: Adjustment, isCharge: 'true' | 'false', currency: string) => ({
  'ram:ChargeIndicator': { 'udt:Indicator': isCharge },
  'ram:ActualAmount': toDecimal(amount, currency),
  'ram:Reason': reason,
  'ram:CategoryTradeTax': tax(vat),
})

/** BG-22. */
function summation({ currency, totals, discounts, charges }: InvoiceDocument): XmlNode {
  const amount = (value: number) => toDecimal(value, currency)
  return {
    'ram:LineTotalAmount': amount(totals.lines),
    'ram:ChargeTotalAmount': charges.length > 0 ? amount(totals.charges) : undefined,
    'ram:AllowanceTotalAmount': discounts.length > 0 ? amount(totals.discounts) : undefined,
    'ram:TaxBasisTotalAmount': amount(totals.net),
    'ram:TaxTotalAmount': { '@currencyID': currency, '#': amount(totals.vat) },
    'ram:GrandTotalAmount': amount(totals.gross),
    'ram:TotalPrepaidAmount': totals.paid > 0 ? amount(totals.paid) : undefined,
    'ram:DuePayableAmount': amount(totals.due),
  }
}
