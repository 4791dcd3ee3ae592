import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { brands, defaultBrand } from '#brands/index.ts'
import { LOCALES, type Locale } from '#contract/brands.ts'
import { isProof } from '../../../testing/sample.ts'
import { checkFigures } from '../check-figures.ts'
import { drawInvoice } from './draw-invoice.ts'
import { createFormats } from './formats.ts'
import { readPdf } from './pdf-reader.testing.ts'
import { buildInvoice, createSampleInvoices, LINE } from './sample-invoices.testing.ts'
import { renderInvoiceXml } from './xml/invoice-xml.ts'

const allSamples = createSampleInvoices()
/** In the suite one of each language, and the longest ones. */
const samples = allSamples.filter((_, i) => isProof || i < LOCALES.length || i === 17 || i === 41)
let files: readonly Uint8Array[]
let read: ReturnType<typeof readPdf>[]

beforeAll(() => {
  files = samples.map(({ invoice, brand }) => drawInvoice(invoice, brand))
  read = files.map(readPdf)
})

const hashBytes = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
/** Spaces of any width are drawn as plain ones. */
const plain = (text: string) => text.replaceAll(/[\u00A0\u202F]/g, ' ')

describe('AA-084 invoices as PDF', () => {
  test('AA-084 the samples are what the proof needs, with figures that agree', () => {
    const invoices = allSamples.map(({ invoice }) => invoice)
    expect(invoices.flatMap(checkFigures)).toEqual([])
    expect(new Set(invoices.map(({ locale }) => locale))).toEqual(new Set(LOCALES))
    expect(new Set(invoices.map(({ currency }) => currency)).size).toBe(5)
    expect(new Set(invoices.map(({ kind }) => kind)).size).toBe(3)
    expect(new Set(invoices.flatMap(({ vat }) => vat.map(({ category }) => category))).size).toBe(6)
    expect(Math.max(...invoices.map(({ lines }) => lines.length))).toBe(200)
    expect(invoices.some(({ totals }) => totals.rounding)).toBe(true)
    expect(invoices.some(({ lines }) => lines.some(({ quantity }) => !Number.isInteger(quantity)))).toBe(true)
  })

  test('AA-084 the EN 16931 XML is attached as an alternative of the pages', () => {
    for (const [i, { invoice }] of samples.entries()) {
      const { all, catalog } = read[i]!
      const attached = all.find(({ text }) => text.includes('/Type /EmbeddedFile'))!
      expect(attached.stream!.toString()).toBe(renderInvoiceXml(invoice))
      expect(attached.text).toContain('/Subtype /text#2Fxml')
      const specification = all.findIndex(({ text }) => text.includes('/Type /Filespec'))
      expect(all[specification]!.text).toMatch(/\/AFRelationship \/Alternative\n\/F \(factur-x.xml\)/)
      expect(catalog).toContain(`/AF [${specification + 1} 0 R]`)
    }
  })

  test('AA-084 the pages have the figures of the XML, in the reader’s format', () => {
    for (const [i, { invoice }] of samples.entries()) {
      const formats = createFormats(invoice)
      const texts = read[i]!.pages.flat()
      const xml = renderInvoiceXml(invoice)
      const { totals, vat, lines } = invoice
      const amounts = [
        ...[totals.net, totals.gross, ...vat.map(({ tax }) => tax), ...lines.map(({ net }) => net)],
        ...(totals.rounding ? [totals.rounding] : []),
        ...(totals.due === totals.gross ? [] : [totals.due]),
      ]
      for (const amount of amounts) {
        expect(texts).toContain(plain(formats.money(amount)))
        expect(xml).toContain(`>${(amount / 100).toFixed(2)}</ram:`)
      }
      expect(texts).toContain(invoice.number)
      expect(texts).toContain(plain(formats.date(invoice.issueDate)))
    }
  })

  test('RV-1284 AA-084 countries have their names in the language of the invoice', () => {
    const names = { 'de-DE': 'Deutschland', 'en-GB': 'Germany', 'fr-FR': 'Allemagne' }
    for (const [locale, name] of Object.entries(names)) {
      const country = { countryCode: 'DE', lines: ['Hafenstraße 12'], postalCode: '20457', city: 'Hamburg' }
      const { seller, buyer } = samples[0]!.invoice
      const invoice = {
        ...samples[0]!.invoice,
        locale: locale as Locale,
        seller: { ...seller, address: country },
        buyer: { ...buyer, address: country },
      }
      const texts = readPdf(drawInvoice(invoice, defaultBrand)).pages.flat().join(' ')
      expect(texts.split(name).length - 1).toBeGreaterThanOrEqual(2)
    }
  })

  test('AA-084 every name can be read out of the file as it was sent', () => {
    for (const [i, { invoice }] of samples.entries()) {
      const text = read[i]!.pages.flat().join('').replaceAll(/\s/g, '')
      // Pictographs are left out.
      for (const name of [invoice.buyer.name, invoice.buyer.contactName!, invoice.delivery!.name!])
        expect(text).toContain(name.replaceAll(/[\s✨]/g, ''))
    }
  })

  test('AA-084 they are tagged PDF/A-3a and PDF/UA-1 with all fonts embedded and no missing glyph', () => {
    for (const [i, { invoice }] of samples.entries()) {
      const { all, catalog, metadata, glyphs } = read[i]!
      expect(catalog).toContain(`/Lang (${invoice.locale})`)
      for (const entry of ['/StructTreeRoot', '/MarkInfo', '/OutputIntents', '/ViewerPreferences'])
        expect(catalog).toContain(entry)
      expect(metadata).toMatch(/<pdfaid:part>3<\/pdfaid:part>\s*<pdfaid:conformance>A</)
      expect(metadata).toContain('<pdfuaid:part>1</pdfuaid:part>')
      expect(metadata).toContain('<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>')
      expect(metadata.match(/<pdfaSchema:schema>/g)).toHaveLength(2)
      const fonts = all.filter(({ text }) => text.includes('/Type /FontDescriptor'))
      expect(fonts.length).toBeGreaterThanOrEqual(2)
      for (const { text } of fonts) {
        expect(text).toMatch(/\/FontName \/[A-Z]{6}\+(Figtree|NotoSans)-(Regular|SemiBold)/)
        expect(text).toMatch(/\/FontFile2 \d+ 0 R/)
      }
      expect(glyphs.filter(hex => /^(.{4})*0000/.test(hex))).toEqual([])
    }
  })

  test('AA-084 each page has its number, and further ones brand, document and columns', () => {
    for (const [i, { invoice, brand }] of samples.entries()) {
      const { pages } = read[i]!
      for (const [index, texts] of pages.entries()) {
        const numbers = texts.at(-1)!.match(/\d+/g)
        expect(numbers).toEqual([String(index + 1), String(pages.length)])
        if (index > 0) expect(texts.some(text => text.endsWith(` ${invoice.number}`))).toBe(true)
        expect(texts).toContain(brand.vendor)
      }
      if (invoice.lines.length >= 120) expect(pages.length).toBeGreaterThan(5)
    }
  })

  test('AA-084 the same invoice is the same bytes, whatever was drawn before it', () => {
    for (const i of [samples.length - 1, 12, 4, 3, 0]) {
      const { invoice, brand } = samples[i]!
      expect(hashBytes(drawInvoice(invoice, brand))).toBe(hashBytes(files[i]!))
    }
    expect(new Set(read.map(({ trailer }) => /\/ID \[<(\w+)>/.exec(trailer)![1])).size).toBe(samples.length)
  })
})

describe('AA-084 a page of an invoice', () => {
  test('AA-084 every brand has its own mark and colours', () => {
    const drawn = brands.map(brand => readPdf(drawInvoice(buildInvoice({ lines: [LINE] }), brand)).pages[0]!)
    expect(drawn.map(texts => texts[0])).toEqual(brands.map(({ vendor }) => vendor))
  })

  test('AA-084 a credit note names the invoice that it corrects', () => {
    const corrects = [{ number: '2026-0377', issueDate: '2026-10-29' }]
    const invoice = buildInvoice({ kind: 'credit-note', corrects, lines: [LINE] })
    const texts = readPdf(drawInvoice(invoice, defaultBrand)).pages.flat()
    expect(texts).toEqual(
      expect.arrayContaining(['Credit note', 'Corrects invoice', '2026-0377', 'Total credit']),
    )
    expect(renderInvoiceXml(invoice)).toContain('<ram:TypeCode>381</ram:TypeCode>')
  })

  test('AA-084 a collective invoice names the order above its lines', () => {
    const lines = ['4711-1', '4711-1', '4711-2'].map(orderCode => ({ ...LINE, orderCode }))
    const invoice = buildInvoice({ kind: 'collective', orders: ['4711-1', '4711-2'], lines })
    const texts = readPdf(drawInvoice(invoice, defaultBrand)).pages.flat()
    expect(texts.filter(text => text.startsWith('Order 4711-'))).toEqual(['Order 4711-1', 'Order 4711-2'])
  })

  test('AA-084 a currency without minor units has none', () => {
    const invoice = buildInvoice({ currency: 'JPY', lines: [LINE] })
    expect(readPdf(drawInvoice(invoice, defaultBrand)).pages.flat()).toContain('JP¥1,200')
    expect(renderInvoiceXml(invoice)).toContain('<ram:GrandTotalAmount>1200</ram:GrandTotalAmount>')
  })

  test('RV-871 a rounded amount and part of a metre are printed, and crowns with the code of their currency', () => {
    const lines = [{ ...LINE, quantity: 2.125, unit: 'MTR', priceQuantity: 1, price: 1250 }]
    const invoice = buildInvoice({ locale: 'sv-SE', currency: 'SEK', lines }, { isRounded: true })
    const texts = readPdf(drawInvoice(invoice, defaultBrand)).pages.flat()
    expect(invoice.totals).toMatchObject({ gross: 3187, rounding: 13, due: 3200 })
    expect(texts).toEqual(
      expect.arrayContaining([
        '2,125 m',
        '31,87 SEK',
        'Öresavrundning',
        '0,13 SEK',
        'Att betala',
        '32,00 SEK',
      ]),
    )
    const xml = renderInvoiceXml(invoice)
    expect(xml).toContain('<ram:BilledQuantity unitCode="MTR">2.125</ram:BilledQuantity>')
    expect(xml).toContain('<ram:RoundingAmount>0.13</ram:RoundingAmount>')
    expect(xml).toContain('<ram:DuePayableAmount>32.00</ram:DuePayableAmount>')
  })

  test('AA-084 the longest texts are drawn whole, on as many pages as they need', () => {
    const word = 'Wortungetüm'.repeat(18)
    const address = {
      lines: [word, word, word],
      postalCode: word,
      city: word,
      region: word,
      countryCode: 'GB',
    }
    const party = {
      name: word,
      address,
      registration: word,
      vatId: 'GB123456789',
      contactName: word,
      email: `${'konto'.repeat(12)}@keepsake.example`,
    }
    const paragraph = `${'Satz mit Wörtern. '.repeat(54)}Ende`
    const invoice = buildInvoice({
      seller: { ...party, legalNotice: paragraph },
      buyer: { ...party, reference: word, purchaseOrder: word },
      notes: Array.from({ length: 10 }, () => paragraph),
      lines: [
        {
          ...LINE,
          description: word,
          details: paragraph,
          article: word,
          price: (99_999_999_999 / 10 ** 3) | 0,
        },
      ],
    })
    const texts = readPdf(drawInvoice(invoice, defaultBrand)).pages.flat()
    const text = texts.join('').replaceAll(/\s/g, '')
    expect(text.split(word)).toHaveLength(1 + 4 + 2 * 8)
    expect(text.split('Ende')).toHaveLength(1 + 12)
  })
})
