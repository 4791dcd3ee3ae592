import { create } from 'xmlbuilder2'
import type { AddressedInvoice, InvoiceDocument } from '#contract/invoice-document.ts'
import { toDateTime, type XmlNode } from './elements.ts'
import { toLineItem } from './line-item.ts'
import { toAgreement, toDelivery } from './parties.ts'
import { toSettlement } from './settlement.ts'

/** The profile EN 16931 of Factur-X and ZUGFeRD (BT-24). */
const PROFILE = 'urn:cen.eu:en16931:2017'

/** UNTDID 1001 (BT-3). */
const TYPE_CODE_BY_KIND = { invoice: '380', 'credit-note': '381', collective: '380' } as const

/** The kinds of documents that have an XML. */
export type XmlKind = keyof typeof TYPE_CODE_BY_KIND

/** An invoice that has an XML. */
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
