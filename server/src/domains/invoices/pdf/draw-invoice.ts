import { createHash } from 'node:crypto'
import PDFDocument from 'pdfkit'
import { getTheme } from '#brands/index.ts'
import type { Brand } from '#contract/brands.ts'
import type { InvoiceDocument } from '#contract/invoice-document.ts'
import { getTranslator } from '../../../platform/i18n/translate.ts'
import { createFormats, toDate } from './formats.ts'
import { drawFacts } from './layout/facts.ts'
import { drawLineTable } from './layout/line-table.ts'
import { drawLogo } from './layout/logo.ts'
import { drawParties } from './layout/parties.ts'
import { Sheet } from './layout/sheet.ts'
import { STYLES } from './layout/styles.ts'
import { drawTotals } from './layout/totals.ts'
import { resetGlyphs } from './text/typefaces.ts'
import { renderInvoiceXml, type XmlInvoice } from './xml/invoice-xml.ts'

/** The file name that Factur-X and ZUGFeRD require. */
const XML_NAME = 'factur-x.xml'

/**
 * Draws the invoice as PDF/A-3a and PDF/UA-1 in the brand's design and the invoice's language, with the EN 16931 XML
 * inside (Factur-X 1.0, ZUGFeRD 2), except a receipt, which has no XML. Figures are drawn as sent. Deterministic: dates of the file are the date of issue,
 * its id is derived from its content.
 */
export function drawInvoice(invoice: InvoiceDocument, brand: Brand): Uint8Array<ArrayBuffer> {
  const xml = isAddressed(invoice) ? Buffer.from(renderInvoiceXml(invoice)) : undefined
  const translate = getTranslator(invoice.locale)
  const title = `${translate(`invoice-pdf.title.${invoice.kind}`)} ${invoice.number}`
  resetGlyphs()
  const doc = openDocument(invoice, title, xml ?? JSON.stringify(invoice))
  const sheet = new Sheet(doc, {
    invoice,
    theme: getTheme(brand),
    translate,
    formats: createFormats(invoice),
    title,
  })
  drawHeading(sheet)
  drawParties(sheet)
  drawLineTable(sheet)
  drawTotals(sheet)
  drawClosing(sheet)
  sheet.finish()
  if (xml) attachXml(doc, invoice, xml)
  doc.end()
  return new Uint8Array(doc.read() as Buffer)
}

const isAddressed = (invoice: InvoiceDocument): invoice is XmlInvoice =>
  invoice.kind !== 'receipt' && invoice.buyer !== undefined

function openDocument(
  { locale, issueDate }: InvoiceDocument,
  title: string,
  content: Buffer | string,
): PDFKit.PDFDocument {
  const options = {
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    bufferPages: true,
    font: '',
    pdfVersion: '1.7' as const,
    subset: 'PDF/A-3a' as const,
    tagged: true,
    displayTitle: true,
    lang: locale,
    info: {
      Title: title,
      Creator: 'Keepsake',
      CreationDate: toDate(issueDate),
      // pdfkit derives the document's id from these entries.
      Digest: createHash('sha256').update(content).digest('hex'),
    },
  }
  return new PDFDocument(options)
}

function attachXml(doc: PDFKit.PDFDocument, { issueDate }: InvoiceDocument, xml: Buffer): void {
  const options = {
    name: XML_NAME,
    type: 'text/xml',
    description: 'Factur-X',
    // Factur-X: the XML has the same content as the pages.
    relationship: 'Alternative',
    creationDate: toDate(issueDate),
    modifiedDate: toDate(issueDate),
  }
  doc.file(xml, options)
  const metadata = doc as unknown as { appendXML(xml: string): void }
  metadata.appendXML(renderFacturXMetadata(XML_NAME))
}

/**
 * Metadata that pdfkit does not write: PDF/UA-1, the properties of Factur-X 1.0 and the schemas of both, which PDF/A
 * requires for other namespaces (ISO 19005-3, 6.6.2.3). One block, because a file may have only one list of schemas.
 */
function renderFacturXMetadata(fileName: string): string {
  return `
<rdf:Description rdf:about="" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
  <pdfuaid:part>1</pdfuaid:part>
</rdf:Description>
<rdf:Description rdf:about="" xmlns:fx="${FACTUR_X}">
  <fx:DocumentType>INVOICE</fx:DocumentType>
  <fx:DocumentFileName>${fileName}</fx:DocumentFileName>
  <fx:Version>1.0</fx:Version>
  <fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>
</rdf:Description>
<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
    xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
  <pdfaExtension:schemas>
    <rdf:Bag>${renderSchema('Factur-X PDFA Extension Schema', FACTUR_X, 'fx', FACTUR_X_PROPERTIES)}${renderSchema(
      'PDF/UA identification schema',
      'http://www.aiim.org/pdfua/ns/id/',
      'pdfuaid',
      [['part', 'Integer', 'Part of ISO 14289 to which the document conforms']],
    )}
    </rdf:Bag>
  </pdfaExtension:schemas>
</rdf:Description>
`
}

const FACTUR_X = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#'

type Property = readonly [name: string, type: string, description: string]

const FACTUR_X_PROPERTIES: readonly Property[] = [
  ['DocumentFileName', 'Text', 'Name of the embedded XML invoice file'],
  ['DocumentType', 'Text', 'INVOICE'],
  ['Version', 'Text', 'Version of the XML schema of the embedded invoice'],
  ['ConformanceLevel', 'Text', 'Profile of the embedded invoice'],
]

const renderSchema = (name: string, namespace: string, prefix: string, properties: readonly Property[]) => `
      <rdf:li rdf:parseType="Resource">
        <pdfaSchema:schema>${name}</pdfaSchema:schema>
        <pdfaSchema:namespaceURI>${namespace}</pdfaSchema:namespaceURI>
        <pdfaSchema:prefix>${prefix}</pdfaSchema:prefix>
        <pdfaSchema:property>
          <rdf:Seq>${properties.map(renderProperty).join('')}
          </rdf:Seq>
        </pdfaSchema:property>
      </rdf:li>`

const renderProperty = ([name, type, description]: Property) => `
            <rdf:li rdf:parseType="Resource">
              <pdfaProperty:name>${name}</pdfaProperty:name>
              <pdfaProperty:valueType>${type}</pdfaProperty:valueType>
              <pdfaProperty:category>external</pdfaProperty:category>
              <pdfaProperty:description>${description}</pdfaProperty:description>
            </rdf:li>`

/** Draws the terms of payment, the notes and the seller's legal notice. */
function drawClosing(sheet: Sheet): void {
  const { payment, notes, seller } = sheet.invoice
  if (payment?.terms) {
    sheet.y += 8
    sheet.drawText('P', payment.terms, STYLES.text)
  }
  if (notes.length > 0) {
    sheet.y += 12
    // Avoids a title as the last line of a page.
    sheet.reserve(60)
    sheet.drawText('H2', sheet.translate('invoice-pdf.notes'), STYLES.section, { after: 4 })
    for (const note of notes) sheet.drawText('P', note, STYLES.text, { after: 6 })
  }
  if (seller.legalNotice) {
    sheet.y += 10
    sheet.drawText('P', seller.legalNotice, STYLES.small)
  }
}

const LOGO_SIZE = 30

/** Draws the brand's logo, the title, the dates and the references. */
function drawHeading(sheet: Sheet): void {
  const { invoice, translate, theme, left, y } = sheet
  const bbox = [left, y, left + 220, y + LOGO_SIZE]
  sheet.add(sheet.root, 'Figure', () => drawLogo(sheet, left, y, LOGO_SIZE), { alt: theme.name, bbox })
  sheet.y = y + LOGO_SIZE + 28
  sheet.drawText('H1', translate(`invoice-pdf.title.${invoice.kind}`), STYLES.title, { after: 10 })
  drawFacts(sheet, listFacts(sheet))
  sheet.y += 10
}

function listFacts({ invoice, translate, formats }: Sheet) {
  const { buyer, delivery, period, corrects } = invoice
  return [
    [translate(NUMBER_LABELS[invoice.kind]), invoice.number],
    [translate('invoice-pdf.issue-date'), formats.date(invoice.issueDate)],
    [translate('invoice-pdf.due-date'), invoice.dueDate && formats.date(invoice.dueDate)],
    [translate('invoice-pdf.delivery-date'), delivery?.date && formats.date(delivery.date)],
    [translate('invoice-pdf.period'), period && formats.dates(period.from, period.to)],
    [translate('invoice-pdf.corrects'), formatNumbers(corrects)],
    [translate('invoice-pdf.orders', { count: invoice.orders.length }), formatOrders(invoice)],
    [translate('invoice-pdf.purchase-order'), buyer?.purchaseOrder],
    [translate('invoice-pdf.reference'), buyer?.reference],
  ] as const
}

const NUMBER_LABELS = {
  invoice: 'invoice-pdf.number',
  collective: 'invoice-pdf.number',
  'credit-note': 'invoice-pdf.credit-note-number',
  receipt: 'invoice-pdf.receipt-number',
} as const

const formatNumbers = (corrects: InvoiceDocument['corrects']) =>
  corrects.length > 0 ? corrects.map(({ number }) => number).join(', ') : undefined

/** More than three orders are shown as their number; the lines name each order. */
function formatOrders({ orders }: InvoiceDocument) {
  if (orders.length === 0) return undefined
  return orders.length <= 3 ? orders.join(', ') : String(orders.length)
}
