import { createHash } from 'node:crypto'
import { inflateSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { brands, defaultBrand } from '#brands/index.ts'
import { LOCALES, type Locale } from '#contract/brands.ts'
import { isProof } from '../../../testing/sample.ts'
import { checkFigures } from '../check-figures.ts'
import { drawInvoice } from './draw-invoice.ts'
import { createFormats } from './formats.ts'
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

interface PdfObject {
  /** The dictionary as it is written, in Latin-1. */
  text: string
  /** Bytes of the stream, inflated; undefined without one. */
  stream?: Buffer
}

/** Parses a PDF of an invoice by its cross-reference table; supports only the subset of PDF that pdfkit writes. */
function readPdf(bytes: Uint8Array) {
  const file = Buffer.from(bytes)
  const text = file.toString('latin1')
  const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)![1])
  const offsets = [...text.slice(start).matchAll(/^(\d{10}) 00000 n/gm)].map(([, offset]) => Number(offset))
  const objects = new Map(offsets.map((offset, i) => [i + 1, readObject(file, text, offset)]))
  const trailer = text.slice(text.indexOf('trailer', start))
  const root = objects.get(Number(/\/Root (\d+) 0 R/.exec(trailer)![1]))!
  const pages = [...objects.values()].filter(({ text }) => /\/Type \/Page\n/.test(text))
  const fonts = readFonts(objects)
  return {
    trailer,
    catalog: root.text,
    all: [...objects.values()],
    /** XMP. */
    metadata: objects.get(Number(/\/Metadata (\d+) 0 R/.exec(root.text)![1]))!.stream!.toString('utf8'),
    /** The texts of each drawing operation, by pages. */
    pages: pages.map(page =>
      listDrawnTexts(objects.get(Number(/\/Contents (\d+) 0 R/.exec(page.text)![1]))!, fonts),
    ),
    /** Hexadecimal glyph ids of all texts. */
    glyphs: pages.flatMap(page => {
      const content = objects.get(Number(/\/Contents (\d+) 0 R/.exec(page.text)![1]))!
      return [...content.stream!.toString('latin1').matchAll(/<([0-9a-f]+)>/g)].map(([, hex]) => hex!)
    }),
  }
}

function readObject(file: Buffer, text: string, offset: number): PdfObject {
  const start = text.indexOf('obj\n', offset) + 4
  const streamAt = text.indexOf('\nstream\n', start)
  const endAt = text.indexOf('\nendobj', start)
  if (streamAt < 0 || endAt < streamAt) return { text: text.slice(start, endAt) }
  const dictionary = text.slice(start, streamAt)
  const length = Number(/\/Length (\d+)/.exec(dictionary)![1])
  const bytes = file.subarray(streamAt + 8, streamAt + 8 + length)
  return { text: dictionary, stream: dictionary.includes('/FlateDecode') ? inflateSync(bytes) : bytes }
}

type Font = ReadonlyMap<string, string>

/** Fonts by their names in content streams, which are unique in a document: glyph id → text. */
function readFonts(objects: ReadonlyMap<number, PdfObject>): ReadonlyMap<string, Font> {
  const fonts = new Map<string, Font>()
  for (const { text } of objects.values()) {
    for (const [, name, id] of text.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const map = /\/ToUnicode (\d+) 0 R/.exec(objects.get(Number(id))!.text)
      if (map) fonts.set(name!, readToUnicode(objects.get(Number(map[1]))!.stream!.toString('latin1')))
    }
  }
  return fonts
}

function readToUnicode(cmap: string): Font {
  const font = new Map<string, string>()
  for (const [, from, values] of cmap.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/g)) {
    for (const [i, [, hex]] of [...values!.matchAll(/<([0-9a-f ]*)>/g)].entries()) {
      const glyph = (Number.parseInt(from!, 16) + i).toString(16).padStart(4, '0')
      font.set(glyph, Buffer.from(hex!.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'))
    }
  }
  return font
}

/** Lists the texts of a page in the order of drawing; a text with ActualText is replaced by it. */
function listDrawnTexts({ stream }: PdfObject, fonts: ReadonlyMap<string, Font>): string[] {
  const texts: string[] = []
  const content = stream!.toString('latin1')
  const operators =
    /\/ActualText \(((?:\\[\s\S]|[^\\)])*)\)|\/(F\d+) [\d.]+ Tf|\[((?:<[0-9a-f]*>|[-\d. ]+)*)\] TJ|\b(EMC|ET)\b/g
  let font: Font = new Map()
  let replacementText: string | undefined
  let text = ''
  for (const [, actualText, fontName, glyphs, end] of content.matchAll(operators)) {
    if (actualText !== undefined) replacementText = unescapeText(actualText)
    else if (fontName) font = fonts.get(fontName)!
    else if (glyphs !== undefined)
      for (const [glyph] of glyphs.replace(/>[^<]*</g, '').matchAll(/[0-9a-f]{4}/g))
        text += font.get(glyph) ?? '\0'
    else if (end === 'ET' && replacementText === undefined) {
      texts.push(text)
      text = ''
    } else if (end === 'EMC' && replacementText !== undefined) {
      texts.push(replacementText)
      replacementText = undefined
      text = ''
    }
  }
  return texts
}

function unescapeText(literal: string): string {
  const bytes = literal.replace(
    /\\([\s\S])/g,
    (_, c: string) => ({ n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' })[c] ?? c,
  )
  if (!bytes.startsWith('\xfe\xff')) return bytes
  return Buffer.from(bytes.slice(2), 'latin1').swap16().toString('utf16le')
}
