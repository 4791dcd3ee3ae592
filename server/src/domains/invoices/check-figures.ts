import { type InvoiceDocument, type InvoiceLine, QUANTITY_DECIMALS } from '#contract/invoice-document.ts'
import type { StateProblem } from '#contract/state-problem.ts'

/**
 * Recomputes the figures of an invoice and names every one that differs (plan §7.4). Empty when all agree. VAT is rounded
 * once for each rate (BR-CO-17), computed from the net or from the gross amount; all other figures are sums.
 */
export function checkFigures(invoice: InvoiceDocument): StateProblem[] {
  const { lines, discounts, charges, totals } = invoice
  const sumOfLines = sum(lines.map(({ net }) => net))
  const sumOfDiscounts = sum(discounts.map(({ amount }) => amount))
  const sumOfCharges = sum(charges.map(({ amount }) => amount))
  const sumOfTax = sum(invoice.vat.map(({ tax }) => tax))
  const computed = { ...totals, lines: sumOfLines, discounts: sumOfDiscounts, charges: sumOfCharges }
  const net = sumOfLines - sumOfDiscounts + sumOfCharges
  const sums = {
    ...computed,
    net,
    vat: sumOfTax,
    gross: net + sumOfTax,
    due: net + sumOfTax - totals.paid + (totals.rounding ?? 0),
  }
  const wrongTotals = (Object.keys(sums) as (keyof typeof sums)[])
    .filter(name => sums[name] !== totals[name])
    .map(name => createDifference(`totals.${name}`, sums[name] ?? 0, totals[name] ?? 0))
  return [...lines.flatMap(checkLine), ...checkVat(invoice), ...wrongTotals]
}

const QUANTITY_SCALE = 10 ** QUANTITY_DECIMALS

function checkLine(line: InvoiceLine, index: number): StateProblem[] {
  const quantity = Math.round(line.quantity * QUANTITY_SCALE)
  const net = scale(line.price, quantity, line.priceQuantity * QUANTITY_SCALE) - line.discount
  return net === line.net ? [] : [createDifference(`lines.${index}.net`, net, line.net)]
}

/** Each summary of a rate has the lines, discounts and charges of its category and rate, and no rate is left out. */
function checkVat({ lines, discounts, charges, vat }: InvoiceDocument): StateProblem[] {
  const taxable = new Map<string, number>()
  const add = ({ category, rate }: InvoiceLine['vat'], amount: number) => {
    const key = `${category} ${rate}`
    taxable.set(key, (taxable.get(key) ?? 0) + amount)
  }
  for (const line of lines) add(line.vat, line.net)
  for (const discount of discounts) add(discount.vat, -discount.amount)
  for (const charge of charges) add(charge.vat, charge.amount)
  const problems = vat.flatMap((each, index) => {
    const key = `${each.category} ${each.rate}`
    const base = taxable.get(key) ?? 0
    taxable.delete(key)
    const tax = scale(base, each.rate, 10_000)
    const isCorrect = each.tax === tax || each.tax === extractTax(each)
    return [
      ...(each.taxable === base ? [] : [createDifference(`vat.${index}.taxable`, base, each.taxable)]),
      ...(isCorrect ? [] : [createDifference(`vat.${index}.tax`, tax, each.tax)]),
    ]
  })
  const missingRates = [...taxable.keys()].map(
    key => ({ path: 'vat', code: 'missing', expected: key, severity: 'error' }) as const,
  )
  return [...problems, ...missingRates]
}

/** `expected` is computed from the other figures. */
const createDifference = (path: string, expected: number, found: number) =>
  ({ path, code: 'sum-differs', expected, found, severity: 'error' }) as const

/**
 * Extracts the VAT contained in a gross amount; needed because not every gross amount is a net amount plus its rounded
 * VAT.
 */
const extractTax = ({ taxable, tax, rate }: InvoiceDocument['vat'][number]) =>
  scale(taxable + tax, rate, 10_000 + rate)

/** amount × factor ÷ divisor, half away from zero; in big integers, because the product exceeds what a double holds. */
function scale(amount: number, factor: number, divisor: number): number {
  const [product, by] = [BigInt(amount) * BigInt(factor), BigInt(divisor)]
  const size = product < 0n ? -product : product
  const rounded = (2n * size + by) / (2n * by)
  return Number(product < 0n ? -rounded : rounded)
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, each) => total + each, 0)
