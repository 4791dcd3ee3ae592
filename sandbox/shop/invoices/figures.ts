import type { InvoiceDocument } from '#contract/invoice-document.ts'
import { computeVat } from './seller.ts'

/** An order as its invoice charges it; prices and the total, which has the costs of delivery, include VAT. */
export interface PricedOrder {
  code: string
  products: readonly {
    article: string
    title: string
    description?: string | undefined
    quantity: number
    price?: number | undefined
  }[]
  total: number
}

type Figures = Pick<InvoiceDocument, 'lines' | 'discounts' | 'charges' | 'vat' | 'totals'>

/** Composes the lines and sums of an invoice for orders; VAT is computed from the sum of each rate. */
export function composeFigures(
  orders: readonly PricedOrder[],
  {
    rate,
    deliveryName,
    isPaid,
    isZeroRated = () => false,
  }: {
    /** The standard rate, in hundredths of a percent. */
    rate: number
    deliveryName: string
    isPaid: boolean
    isZeroRated?: (article: string) => boolean
  },
): Figures {
  const standard = { category: 'S' as const, rate }
  const zero = { category: 'Z' as const, rate: 0 }
  const lines = orders.flatMap(({ code, products }) =>
    products.map(({ article, title, description, quantity, price = 0 }) => {
      const vat = isZeroRated(article) ? zero : standard
      const net = price - computeVat(price, vat.rate)
      const priced = { quantity, priceQuantity: quantity, price: net, net, discount: 0 }
      return {
        description: title,
        details: description,
        article,
        orderCode: code,
        unit: 'H87',
        ...priced,
        vat,
      }
    }),
  )
  const linesNet = sum(lines.map(({ net }) => net))
  const zeroNet = sum(lines.filter(({ vat }) => vat === zero).map(({ net }) => net))
  const gross = sum(orders.map(({ total }) => total))
  const tax = computeVat(gross - zeroNet, rate)
  const net = gross - tax
  const charges = net - linesNet
  return {
    lines,
    discounts: [],
    charges: charges > 0 ? [{ reason: deliveryName, amount: charges, vat: standard }] : [],
    vat: [
      { ...standard, taxable: net - zeroNet, tax },
      ...(zeroNet > 0 ? [{ ...zero, taxable: zeroNet, tax: 0 }] : []),
    ],
    totals: {
      ...{ lines: linesNet, discounts: 0, charges, net, vat: tax, gross },
      ...(isPaid ? { paid: gross, due: 0 } : { paid: 0, due: gross }),
    },
  }
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, each) => total + each, 0)
