import type { TextStyle } from '../text/text-painter.ts'
import { drawFactList, drawFacts, type Fact } from './facts.ts'
import type { Sheet, StructureElement } from './sheet.ts'
import { LINE_HEIGHT, STYLES } from './styles.ts'

const WIDTH = 280
const PADDING = 3
const BOX_PADDING = 10
/** Minimum height of the payment details beside the totals. */
const BESIDE_HEIGHT = 170
/** Above this height the totals may need several pages, and the payment details follow them. */
const BESIDE_MAX = 480

interface Total {
  name: string
  amount: number
  style: TextStyle
  isBoxed?: boolean
}

/** Draws the totals with the VAT of each rate, the payment details beside them, and the reasons of VAT exemptions. */
export function drawTotals(sheet: Sheet): void {
  const totals = listTotals(sheet)
  const height = totals.reduce((sum, total) => sum + computeHeight(total), 0)
  sheet.y += 8
  sheet.reserve(Math.max(height, sheet.invoice.payment ? BESIDE_HEIGHT : 0))
  const top = sheet.y
  drawTable(sheet, totals)
  if (height <= BESIDE_MAX)
    sheet.y = Math.max(sheet.y, drawPaymentBeside(sheet, top, sheet.width - WIDTH - 24))
  else drawPayment(sheet)
  sheet.y += 14
  for (const { rate, reason } of sheet.invoice.vat) {
    if (reason === undefined) continue
    const text = sheet.translate('invoice-pdf.vat-reason', { rate: sheet.formats.percent(rate), reason })
    sheet.drawText('P', text, STYLES.small, { after: 3 })
  }
}

function drawTable(sheet: Sheet, totals: readonly Total[]): void {
  const table = sheet.doc.struct('Table')
  sheet.root.add(table)
  for (const total of totals) drawTotal(sheet, total, table)
  table.end()
}

function listTotals({ invoice, translate, formats }: Sheet): Total[] {
  const { totals, discounts, charges, vat, kind } = invoice
  const toTotal = (name: string, amount: number): Total => ({ name, amount, style: STYLES.figures })
  const hasAdjustments = discounts.length + charges.length > 0
  return [
    ...(hasAdjustments ? [toTotal(translate('invoice-pdf.total.lines'), totals.lines)] : []),
    ...discounts.map(({ reason, amount }) => toTotal(reason, -amount)),
    ...charges.map(({ reason, amount }) => toTotal(reason, amount)),
    toTotal(translate('invoice-pdf.total.net'), totals.net),
    ...vat.map(({ rate, taxable, tax }) =>
      toTotal(
        translate('invoice-pdf.total.vat', { rate: formats.percent(rate), amount: formats.money(taxable) }),
        tax,
      ),
    ),
    {
      name: translate(kind === 'credit-note' ? 'invoice-pdf.total.credit' : 'invoice-pdf.total.gross'),
      amount: totals.gross,
      style: STYLES.total,
      isBoxed: true,
    },
    ...(totals.paid > 0 ? [toTotal(translate('invoice-pdf.total.paid'), -totals.paid)] : []),
    ...(totals.rounding ? [toTotal(translate('invoice-pdf.total.rounding'), totals.rounding)] : []),
    ...(totals.due === totals.gross
      ? []
      : [{ name: translate('invoice-pdf.total.due'), amount: totals.due, style: STYLES.strongFigures }]),
  ]
}

function drawTotal(sheet: Sheet, total: Total, table: StructureElement): void {
  const { doc, right, painter, formats, theme } = sheet
  const { name, amount, style, isBoxed } = total
  const left = right - WIDTH
  const inset = BOX_PADDING
  const figure = painter.breakLines(formats.money(amount), style, Number.POSITIVE_INFINITY)
  const space = WIDTH - 2 * inset - painter.measureWidth(formats.money(amount), style) - 8
  const lines = painter.breakLines(name, style, space)
  const height = computeHeight(total) + Math.max(0, lines.length - 1) * style.size * LINE_HEIGHT
  sheet.reserve(height)
  const top = sheet.y
  if (isBoxed)
    sheet.drawArtifact(() => doc.roundedRect(left, top + 3, WIDTH, height - 6, 6).fill(theme.light.soft))
  const colour = isBoxed ? theme.light.text : style.colour
  const row = doc.struct('TR')
  table.add(row)
  const text = top + (isBoxed ? BOX_PADDING : PADDING)
  sheet.add(row, 'TH', () => void sheet.drawLines(lines, left + inset, text, { ...style, colour }), {
    scope: 'Row',
  })
  sheet.add(row, 'TD', () => void sheet.drawLines(figure, right - inset, text, { ...style, colour }, 'right'))
  row.end()
  sheet.y = top + height
}

const computeHeight = ({ style, isBoxed }: Total) =>
  style.size * LINE_HEIGHT + 2 * (isBoxed ? BOX_PADDING : PADDING)

/** Draws the payment details from `top` down in a separate column; returns their lower end. */
function drawPaymentBeside(sheet: Sheet, top: number, width: number): number {
  const facts = listPaymentFacts(sheet)
  if (facts.length === 0) return top
  const { left, painter, translate } = sheet
  const title = painter.breakLines(translate('invoice-pdf.payment.title'), STYLES.section, width)
  sheet.add(sheet.root, 'H2', () => void sheet.drawLines(title, left, top + 3, STYLES.section))
  const factsTop = top + 3 + title.length * STYLES.section.size * LINE_HEIGHT + 4
  return drawFactList(sheet, facts, { left, top: factsTop, width })
}

/** Draws the payment details over the whole width. */
function drawPayment(sheet: Sheet): void {
  const facts = listPaymentFacts(sheet)
  if (facts.length === 0) return
  sheet.y += 12
  sheet.reserve(60)
  sheet.drawText('H2', sheet.translate('invoice-pdf.payment.title'), STYLES.section, { after: 4 })
  drawFacts(sheet, facts)
}

function listPaymentFacts({ invoice: { payment }, translate }: Sheet): Fact[] {
  if (!payment) return []
  const { method, name, iban, bic, reference } = payment
  return [
    [translate('invoice-pdf.payment.method'), name ?? translate(`invoice-pdf.payment.${method}`)],
    [translate('invoice-pdf.payment.iban'), iban?.replace(/(.{4})(?=.)/g, '$1 ')],
    [translate('invoice-pdf.payment.bic'), bic],
    [translate('invoice-pdf.payment.reference'), reference],
  ]
}
