import { inflateSync } from 'node:zlib'

interface PdfObject {
  /** The dictionary as it is written, in Latin-1. */
  text: string
  /** Bytes of the stream, inflated; undefined without one. */
  stream?: Buffer
}

/** Parses a PDF of an invoice by its cross-reference table; supports only the subset of PDF that pdfkit writes. */
export function readPdf(bytes: Uint8Array) {
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
