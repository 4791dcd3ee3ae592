import { create } from 'xmlbuilder2'
import type { InvoiceDocument } from '#contract/invoice-document.ts'
import { dateTime, type XmlNode } from './elements.ts'
import { lineItem } from './line-item.ts'
import { agreement, delivery } from './parties.ts'
import { settlement } from './settlement.ts'

/** The profile EN 16931 of Factur-X and ZUGFeRD (BT-24). */
const PROFILE = 'urn:cen.eu:en16931:2017'

/** UNTDID 1001 (BT-3). */
const TYPE_CODES = { invoice: '380', 'credit-note': '381', collective: '380' } as const

/**
 * The invoice as a Cross Industry Invoice (UN/CEFACT D16B) by EN 16931. Contains the figures of the invoice as sent;
 * characters that are not allowed in XML are left out.
 */
export function invoiceXml(invoice: InvoiceDocument): string {
  const document: XmlNode = {
    'rsm:CrossIndustryInvoice': {
      ...NAMESPACES,
      'rsm:ExchangedDocumentContext': {
        'ram:GuidelineSpecifiedDocumentContextParameter': { 'ram:ID': PROFILE },
      },
      'rsm:ExchangedDocument': {
        'ram:ID': invoice.number,
        'ram:TypeCode': TYPE_CODES[invoice.kind],
        'ram:IssueDateTime': dateTime(invoice.issueDate),
        'ram:IncludedNote': listNotes(invoice).map(note => ({ 'ram:Content': note })),
      },
      'rsm:SupplyChainTradeTransaction': {
        'ram:IncludedSupplyChainTradeLineItem': invoice.lines.map((line, i) =>
          lineItem(invoice, line, i + 1),
        ),
        'ram:ApplicableHeaderTradeAgreement': agreement(invoice),
        'ram:ApplicableHeaderTradeDelivery': delivery(invoice),
        'ram:ApplicableHeaderTradeSettlement': settlement(invoice),
      },
    },
  }
  const options = { version: '1.0', encoding: 'UTF-8', invalidCharReplacement: '' } as const
  return create(options, removeUndefined(document)).end({ prettyPrint: true })
}

/** D16B allows one preceding invoice; further ones are listed in a note (BT-22). */
function listNotes({ notes, corrects }: InvoiceDocument): string[] {
  const further = corrects.slice(1).map(({ number, issueDate }) => `${number} (${issueDate})`)
  return further.length > 0 ? [...notes, `BT-25: ${further.join(', ')}`] : notes
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
