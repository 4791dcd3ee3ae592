import type { InvoiceAddress, InvoiceDocument } from '#contract/invoice-document.ts'
import type { TextLine, TextStyle } from '../text/text-painter.ts'
import type { Sheet } from './sheet.ts'
import { LINE_HEIGHT, STYLES } from './styles.ts'

const GAP = 16
/** Higher columns are drawn one below the other, over the whole width and pages. */
const LINES_MAX = 24

interface Party {
  label: string
  name?: string | undefined
  address: readonly string[]
  /** Registrations and contact. */
  particulars: readonly string[]
}

/** Seller, buyer and the place of delivery, if it is another one. */
export function drawParties(sheet: Sheet): void {
  const parties = partiesOf(sheet)
  const width = (sheet.width - (parties.length - 1) * GAP) / parties.length
  const columns = parties.map(party => ({ party, lines: linesOf(sheet, party, width) }))
  if (columns.some(({ lines }) => lines.length > LINES_MAX)) {
    drawStacked(sheet, parties)
    return
  }
  const heights = columns.map(({ lines }) => heightOf(lines))
  sheet.reserve(Math.max(...heights) + STYLES.label.size * LINE_HEIGHT)
  const top = sheet.y
  for (const [i, { party, lines }] of columns.entries()) {
    const x = sheet.left + i * (width + GAP)
    const label = sheet.painter.breakLines(party.label, STYLES.label, width)
    let y = top
    sheet.add(sheet.root, 'H2', () => {
      y = sheet.drawLines(label, x, top, STYLES.label) + 2
    })
    sheet.add(sheet.root, 'P', () => {
      for (const { line, style } of lines) y = sheet.drawLines([line], x, y, style)
    })
  }
  sheet.y = top + Math.max(...heights) + STYLES.label.size * LINE_HEIGHT + 22
}

function drawStacked(sheet: Sheet, parties: readonly Party[]): void {
  for (const { label, name, address, particulars } of parties) {
    sheet.flow('H2', label, STYLES.label, { after: 2 })
    if (name !== undefined) sheet.flow('P', name, STYLES.strong)
    for (const line of address) sheet.flow('P', line, STYLES.text)
    for (const line of particulars) sheet.flow('P', line, STYLES.small)
    sheet.y += 12
  }
}

type StyledLine = { line: TextLine; style: TextStyle }

function linesOf({ painter }: Sheet, { name, address, particulars }: Party, width: number): StyledLine[] {
  const styled = (texts: readonly string[], style: TextStyle) =>
    texts.flatMap(text => painter.breakLines(text, style, width)).map(line => ({ line, style }))
  return [
    ...styled(name === undefined ? [] : [name], STYLES.strong),
    ...styled(address, STYLES.text),
    ...styled(particulars, STYLES.small),
  ]
}

const heightOf = (lines: readonly StyledLine[]) =>
  lines.reduce((height, { style }) => height + style.size * LINE_HEIGHT, 0)

function partiesOf(sheet: Sheet): Party[] {
  const { invoice, translate } = sheet
  const { seller, buyer, delivery } = invoice
  const parties: Party[] = [
    {
      label: translate('invoice-pdf.from'),
      name: seller.name,
      address: addressLines(sheet, seller.address),
      particulars: particularsOf(sheet, seller),
    },
    {
      label: translate('invoice-pdf.bill-to'),
      name: buyer.name,
      address: [...present(buyer.contactName), ...addressLines(sheet, buyer.address)],
      particulars: particularsOf(sheet, buyer),
    },
  ]
  if (delivery?.address || delivery?.name) {
    const address = delivery.address ? addressLines(sheet, delivery.address) : []
    parties.push({
      label: translate('invoice-pdf.deliver-to'),
      name: delivery.name ?? buyer.name,
      address,
      particulars: [],
    })
  }
  return parties
}

function particularsOf({ translate }: Sheet, party: InvoiceDocument['seller'] | InvoiceDocument['buyer']) {
  const { vatId, registration, email, phone } = party
  const taxNumber = 'taxNumber' in party ? party.taxNumber : undefined
  return [
    ...present(vatId && translate('invoice-pdf.vat-id', { id: vatId })),
    ...present(taxNumber && translate('invoice-pdf.tax-number', { id: taxNumber })),
    ...present(registration && translate('invoice-pdf.registration', { id: registration })),
    ...present(email),
    ...present(phone),
  ]
}

const present = (text: string | undefined) => (text ? [text] : [])

/** The postal code is on a line of its own where the country has it so. */
function addressLines({ formats }: Sheet, address: InvoiceAddress): string[] {
  const { lines, postalCode, city, region, countryCode } = address
  const town = CODE_COMES_LAST.has(countryCode) ? [city, postalCode] : [join(postalCode, city)]
  return [...lines, ...town, region, formats.country(countryCode)].flatMap(present)
}

const CODE_COMES_LAST = new Set(['GB', 'IE'])

const join = (...parts: (string | undefined)[]) => parts.filter(Boolean).join(' ')
