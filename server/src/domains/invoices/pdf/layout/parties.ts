import type { AddressedInvoice, InvoiceAddress } from '#contract/invoice-document.ts'
import type { TextLine, TextStyle } from '../text/text-painter.ts'
import type { Sheet } from './sheet.ts'
import { LINE_HEIGHT, STYLES } from './styles.ts'

const GAP = 16
/** Parties with more lines are drawn one below the other over the whole width, because they may need several pages. */
const LINES_MAX = 24

interface Party {
  label: string
  name?: string | undefined
  address: readonly string[]
  /** Registrations and contact. */
  particulars: readonly string[]
}

/** Draws seller, buyer and, if it differs, the place of delivery. */
export function drawParties(sheet: Sheet): void {
  const parties = listParties(sheet)
  const width = (sheet.width - (parties.length - 1) * GAP) / parties.length
  const columns = parties.map(party => ({ party, lines: breakParty(sheet, party, width) }))
  if (columns.some(({ lines }) => lines.length > LINES_MAX)) {
    drawStacked(sheet, parties)
    return
  }
  const heights = columns.map(({ lines }) => computeHeight(lines))
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
    sheet.drawText('H2', label, STYLES.label, { after: 2 })
    if (name !== undefined) sheet.drawText('P', name, STYLES.strong)
    for (const line of address) sheet.drawText('P', line, STYLES.text)
    for (const line of particulars) sheet.drawText('P', line, STYLES.small)
    sheet.y += 12
  }
}

type StyledLine = { line: TextLine; style: TextStyle }

function breakParty({ painter }: Sheet, { name, address, particulars }: Party, width: number): StyledLine[] {
  const toStyledLines = (texts: readonly string[], style: TextStyle) =>
    texts.flatMap(text => painter.breakLines(text, style, width)).map(line => ({ line, style }))
  return [
    ...toStyledLines(name === undefined ? [] : [name], STYLES.strong),
    ...toStyledLines(address, STYLES.text),
    ...toStyledLines(particulars, STYLES.small),
  ]
}

const computeHeight = (lines: readonly StyledLine[]) =>
  lines.reduce((height, { style }) => height + style.size * LINE_HEIGHT, 0)

function listParties(sheet: Sheet): Party[] {
  const { invoice, translate } = sheet
  const { seller, buyer, delivery } = invoice
  const parties: Party[] = [
    {
      label: translate('invoice-pdf.from'),
      name: seller.name,
      address: formatAddress(sheet, seller.address),
      particulars: listParticulars(sheet, seller),
    },
  ]
  if (buyer)
    parties.push({
      label: translate('invoice-pdf.bill-to'),
      name: buyer.name,
      address: [...toList(buyer.contactName), ...formatAddress(sheet, buyer.address)],
      particulars: listParticulars(sheet, buyer),
    })
  if (delivery?.address || delivery?.name) {
    const address = delivery.address ? formatAddress(sheet, delivery.address) : []
    parties.push({
      label: translate('invoice-pdf.deliver-to'),
      name: delivery.name ?? buyer?.name,
      address,
      particulars: [],
    })
  }
  return parties
}

function listParticulars(
  { translate }: Sheet,
  party: AddressedInvoice['seller'] | AddressedInvoice['buyer'],
) {
  const { vatId, registration, email, phone } = party
  const taxNumber = 'taxNumber' in party ? party.taxNumber : undefined
  return [
    ...toList(vatId && translate('invoice-pdf.vat-id', { id: vatId })),
    ...toList(taxNumber && translate('invoice-pdf.tax-number', { id: taxNumber })),
    ...toList(registration && translate('invoice-pdf.registration', { id: registration })),
    ...toList(email),
    ...toList(phone),
  ]
}

const toList = (text: string | undefined) => (text ? [text] : [])

/** Returns the lines of an address; in some countries the postal code has its own line. */
function formatAddress({ formats }: Sheet, address: InvoiceAddress): string[] {
  const { lines, postalCode, city, region, countryCode } = address
  const town = POSTAL_CODE_LAST.has(countryCode) ? [city, postalCode] : [joinWords(postalCode, city)]
  return [...lines, ...town, region, formats.country(countryCode)].flatMap(toList)
}

const POSTAL_CODE_LAST = new Set(['GB', 'IE'])

const joinWords = (...parts: (string | undefined)[]) => parts.filter(Boolean).join(' ')
