import type { InvoiceDocument, InvoiceLine } from '#contract/invoice-document.ts'
import { toDecimal } from '../formats.ts'
import { toTax, type XmlNode } from './elements.ts'

/** Returns a line of the invoice (BG-25); `lineId` counts from 1. */
export function toLineItem({ currency }: InvoiceDocument, line: InvoiceLine, lineId: number): XmlNode {
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
