import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import PDFDocument from 'pdfkit'
import { type DrawnMap, type Point, planMap } from './plan-map.ts'

/** A map poster for the printer. */
export interface Poster {
  title: string
  /** Size of the paper in millimetres. */
  width: number
  height: number
  /** Seed of the map. */
  seed: string
  createdAt: Date
}

/** Draws a poster as a vector PDF in the size of its paper. The same poster gives the same bytes. */
export async function drawPoster({ title, width, height, seed, createdAt }: Poster): Promise<Buffer> {
  const size = { width: width * POINTS_PER_MM, height: height * POINTS_PER_MM }
  const doc = new PDFDocument({
    size: [size.width, size.height],
    margin: 0,
    info: { Title: title, Creator: 'Print shop', CreationDate: createdAt, ModDate: createdAt },
  })
  const margin = size.width * MARGIN
  const map = { width: size.width - 2 * margin, height: size.height - margin * 2 - size.height * TITLE_PART }
  doc.rect(0, 0, size.width, size.height).fill(COLOURS.paper)
  doc.save().translate(margin, margin)
  doc.rect(0, 0, map.width, map.height).clip()
  drawMap(doc, planMap(map, seed))
  doc.restore()
  drawTitle(doc, title, { left: margin, top: margin + map.height, width: map.width })
  doc.end()
  return buffer(doc)
}

type Doc = PDFKit.PDFDocument

const POINTS_PER_MM = 72 / 25.4
/** Margin as a share of the paper's width, title as a share of its height. */
const MARGIN = 0.06
const TITLE_PART = 0.1
const COLOURS = {
  paper: '#fbfaf6',
  land: '#efece4',
  street: '#ffffff',
  park: '#cfe3c0',
  water: '#a9cfe3',
  route: '#2563a8',
  pin: '#c63f30',
  ink: '#22313a',
}

function drawMap(doc: Doc, map: DrawnMap): void {
  doc.rect(0, 0, map.width, map.height).fill(COLOURS.land)
  for (const park of map.parks)
    doc
      .polygon(...park)
      .lineJoin('round')
      .lineWidth(map.unit * 3)
      .fillAndStroke(COLOURS.park, COLOURS.park)
  drawLine(doc, map.river, map.unit * 14, COLOURS.water)
  for (const { points, isMain } of map.streets)
    drawLine(doc, points, map.unit * (isMain ? 4 : 1.6), COLOURS.street)
  drawLine(doc, map.route, map.unit * 2.4, COLOURS.route)
  for (const [x, y] of map.stops) doc.circle(x, y, map.unit * 3.4).fillAndStroke(COLOURS.pin, COLOURS.paper)
}

function drawLine(doc: Doc, [first, ...rest]: readonly Point[], width: number, colour: string): void {
  doc.moveTo(...first!)
  for (const point of rest) doc.lineTo(...point)
  doc.lineCap('round').lineJoin('round').lineWidth(width).stroke(colour)
}

/** Draws the title in one line, as large as fits; letters that the font does not have are left out. */
function drawTitle(
  doc: Doc,
  title: string,
  { left, top, width }: { left: number; top: number; width: number },
) {
  doc.font(FONT)
  const font = (doc as unknown as { _font: { font: { hasGlyphForCodePoint(code: number): boolean } } })._font
    .font
  const printableTitle = [...title]
    .filter(letter => font.hasGlyphForCodePoint(letter.codePointAt(0)!))
    .join('')
    .trim()
  if (printableTitle === '') return
  const largest = width / 12
  const fontSize = Math.min(largest, (largest * width) / doc.fontSize(largest).widthOfString(printableTitle))
  doc
    .fontSize(fontSize)
    .fillColor(COLOURS.ink)
    .text(printableTitle, left, top + largest * 0.7, { width: width + 1, align: 'center', lineBreak: false })
}

/** Has Latin, Greek and Cyrillic letters. */
const FONT = fileURLToPath(
  import.meta.resolve('@expo-google-fonts/noto-sans/500Medium/NotoSans_500Medium.ttf'),
)
