import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import PDFDocument from 'pdfkit'

/** A poster for the printer. */
export interface Poster {
  title: string
  /** Size of the paper in millimetres. */
  width: number
  height: number
  createdAt: Date
}

/** Draws a poster as a PDF in the size of its paper: a frame and its title. The same poster gives the same bytes. */
export async function drawPoster({ title, width, height, createdAt }: Poster): Promise<Buffer> {
  const [right, bottom] = [width * POINTS_PER_MM, height * POINTS_PER_MM]
  const margin = right * 0.06
  const doc = new PDFDocument({
    size: [right, bottom],
    margin: 0,
    info: { Title: title, Creator: 'Print shop', CreationDate: createdAt, ModDate: createdAt },
  })
  doc.rect(0, 0, right, bottom).fill('#fbfaf6')
  doc.rect(margin, margin, right - 2 * margin, bottom - 4 * margin).fill('#cfe3c0')
  const place = { width: right - 2 * margin, height: 2 * margin, align: 'center', ellipsis: true } as const
  doc
    .font(FONT)
    .fontSize(margin)
    .fillColor('#22313a')
    .text(title, margin, bottom - 2.4 * margin, place)
  doc.end()
  return buffer(doc)
}

const POINTS_PER_MM = 72 / 25.4
/** Has Latin, Greek and Cyrillic letters. */
const FONT = fileURLToPath(
  import.meta.resolve('@expo-google-fonts/noto-sans/500Medium/NotoSans_500Medium.ttf'),
)
