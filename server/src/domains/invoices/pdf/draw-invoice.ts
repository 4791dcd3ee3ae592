import { createHash } from 'node:crypto'
import PDFDocument from 'pdfkit'
import { getTheme } from '#brands/index.ts'
import type { Brand } from '#contract/brands.ts'
import type { InvoiceDocument } from '#contract/invoice-document.ts'
import { getTranslator } from '../../../platform/i18n/translate.ts'
import { createFormats } from './formats.ts'
import { drawClosing } from './layout/closing.ts'
import { drawHeading } from './layout/heading.ts'
import { drawLineTable } from './layout/line-table.ts'
import { drawParties } from './layout/parties.ts'
import { Sheet } from './layout/sheet.ts'
import { drawTotals } from './layout/totals.ts'
import { resetGlyphs } from './text/typefaces.ts'
import { renderInvoiceXml, type XmlInvoice } from './xml/invoice-xml.ts'
import { renderFacturXMetadata } from './xmp.ts'

/** The file name that Factur-X and ZUGFeRD require. */
const XML_NAME = 'factur-x.xml'

/**
 * Draws the invoice as PDF/A-3a and PDF/UA-1 in the brand's design and the invoice's language, with the EN 16931 XML
 * inside (Factur-X 1.0, ZUGFeRD 2), except a receipt, which has no XML (NX-145). Figures are drawn as sent. Deterministic: dates of the file are the date of issue,
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

const toDate = (day: string) => new Date(`${day}T00:00:00Z`)
