import type { InvoiceLine } from '#contract/invoice-document.ts'
import type { TextLine, TextStyle } from '../text/text-painter.ts'
import type { Sheet, StructureElement } from './sheet.ts'
import { LINE_HEIGHT, STYLES } from './styles.ts'

const GAP = 12
const PADDING = 6

interface Cell {
  text: string
  style: TextStyle
}

interface Row {
  position: Cell
  /** Paragraphs, one below the other. */
  description: readonly Cell[]
  figures: readonly Cell[]
}

interface Columns {
  position: number
  description: { left: number; width: number }
  /** Right ends. */
  figures: readonly number[]
}

/** Draws the lines of the invoice; repeats the column names on each further page. */
export function drawLineTable(sheet: Sheet): void {
  const names = getColumnNames(sheet)
  const rows = sheet.invoice.lines.map((line, i) => toRow(sheet, line, i))
  const columns = computeColumns(sheet, names, rows)
  const table = sheet.doc.struct('Table')
  sheet.root.add(table)
  sheet.reserve(60)
  drawColumnNames(sheet, names, columns, table)
  sheet.onNextPage = () => drawColumnNames(sheet, names, columns)
  for (const row of rows) drawRow(sheet, row, columns, table)
  sheet.onNextPage = undefined
  table.end()
}

function getColumnNames({ translate }: Sheet) {
  return [
    translate('invoice-pdf.column.quantity'),
    translate('invoice-pdf.column.unit-price'),
    translate('invoice-pdf.column.vat'),
    translate('invoice-pdf.column.amount'),
  ]
}

function toRow(sheet: Sheet, line: InvoiceLine, index: number): Row {
  const { formats, translate } = sheet
  const price = formats.money(line.price)
  const toFigureCell = (text: string): Cell => ({ text, style: STYLES.figures })
  return {
    position: { text: String(index + 1), style: { ...STYLES.small, tabular: true } },
    description: toDescription(sheet, line, index),
    figures: [
      toFigureCell(formats.quantity(line.quantity, line.unit)),
      toFigureCell(
        line.priceQuantity === 1
          ? price
          : translate('invoice-pdf.price-for', { price, count: line.priceQuantity }),
      ),
      toFigureCell(formats.percent(line.vat.rate)),
      toFigureCell(formats.money(line.net)),
    ],
  }
}

function toDescription({ invoice, translate, formats }: Sheet, line: InvoiceLine, index: number): Cell[] {
  const toSmallCell = (text: string): Cell => ({ text, style: STYLES.small })
  const isNewOrder = line.orderCode !== undefined && line.orderCode !== invoice.lines[index - 1]?.orderCode
  const order = translate('invoice-pdf.order', { code: line.orderCode ?? '' })
  return [
    ...(isNewOrder && invoice.orders.length > 1 ? [{ text: order, style: STYLES.strong }] : []),
    { text: line.description, style: STYLES.text },
    ...(line.details === undefined ? [] : [toSmallCell(line.details)]),
    ...(line.article === undefined
      ? []
      : [toSmallCell(translate('invoice-pdf.article', { code: line.article }))]),
    ...(line.discount > 0
      ? [toSmallCell(translate('invoice-pdf.discount', { amount: formats.money(line.discount) }))]
      : []),
  ]
}

/** Fits the columns of figures to their content; the description gets the remaining width. */
function computeColumns(
  { painter, left, right }: Sheet,
  names: readonly string[],
  rows: readonly Row[],
): Columns {
  const widths = names.map((name, i) => {
    const cells = rows.map(({ figures }) => painter.measureWidth(figures[i]!.text, STYLES.figures))
    return Math.max(painter.measureWidth(name, STYLES.label), ...cells)
  })
  const position = Math.max(10, painter.measureWidth(String(rows.length), STYLES.small))
  const figures: number[] = []
  let end = right
  for (const width of widths.toReversed()) {
    figures.unshift(end)
    end -= width + GAP
  }
  const start = left + position + 8
  return { position: left, description: { left: start, width: Math.max(90, end - start) }, figures }
}

/** Draws the column names as elements of the table on the first page, and as artifacts on further pages. */
function drawColumnNames(
  sheet: Sheet,
  names: readonly string[],
  columns: Columns,
  table?: StructureElement,
): void {
  const { translate, painter } = sheet
  const row = table && sheet.doc.struct('TR')
  if (row) table.add(row)
  const add = (draw: () => void) => (row ? sheet.add(row, 'TH', draw, { scope: 'Column' }) : draw())
  const top = sheet.y
  const line = (text: string) => painter.breakLines(text, STYLES.label, Number.POSITIVE_INFINITY)
  add(() => void sheet.drawLines(line('#'), columns.position, top, STYLES.label))
  const description = translate('invoice-pdf.column.description')
  add(() => void sheet.drawLines(line(description), columns.description.left, top, STYLES.label))
  for (const [i, name] of names.entries())
    add(() => void sheet.drawLines(line(name), columns.figures[i]!, top, STYLES.label, 'right'))
  row?.end()
  sheet.y = top + STYLES.label.size * LINE_HEIGHT + 5
  if (table) sheet.drawRule(sheet.y)
}

function drawRow(sheet: Sheet, row: Row, columns: Columns, table: StructureElement): void {
  const { painter, doc } = sheet
  const description = row.description.map(({ text, style }) => ({
    lines: painter.breakLines(text.replaceAll('\n', ' '), style, columns.description.width),
    style,
  }))
  const height = description.reduce(
    (sum, { lines, style }) => sum + lines.length * style.size * LINE_HEIGHT,
    0,
  )
  sheet.reserve(height + 2 * PADDING)
  const element = doc.struct('TR')
  table.add(element)
  const top = sheet.y + PADDING
  const line = ({ text, style }: Cell): TextLine[] =>
    painter.breakLines(text, style, Number.POSITIVE_INFINITY)
  // The figures are aligned with the description, below the name of its order.
  const [firstParagraph, secondParagraph] = description
  const offset =
    firstParagraph && secondParagraph && row.description[0]!.style === STYLES.strong
      ? computeHeight(firstParagraph)
      : 0
  const { position } = row
  const add = (draw: () => void) => sheet.add(element, 'TD', draw)
  add(() => void sheet.drawLines(line(position), columns.position, top + offset + 1, position.style))
  add(() => {
    let y = top
    for (const { lines, style } of description) y = sheet.drawLines(lines, columns.description.left, y, style)
  })
  for (const [i, cell] of row.figures.entries())
    add(() => void sheet.drawLines(line(cell), columns.figures[i]!, top + offset, cell.style, 'right'))
  element.end()
  sheet.y = top + height + PADDING
  sheet.drawRule(sheet.y)
}

const computeHeight = ({ lines, style }: { lines: readonly TextLine[]; style: TextStyle }) =>
  lines.length * style.size * LINE_HEIGHT
