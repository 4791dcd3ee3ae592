import type { Brand } from '#contract/brands.ts'
import type { InvoiceDocument } from '#contract/invoice-document.ts'
import companies from './companies.json' with { type: 'json' }

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

interface Terms {
  /** The standard rate, in hundredths of a percent. */
  rate: number
  deliveryName: string
  isPaid: boolean
}

type Figures = Pick<InvoiceDocument, 'lines' | 'discounts' | 'charges' | 'vat' | 'totals'>

/** Composes the lines and sums of an invoice for orders; VAT is computed from the sum of each rate. */
export function composeFigures(
  orders: readonly PricedOrder[],
  { rate, deliveryName, isPaid }: Terms,
): Figures {
  const standard = { category: 'S' as const, rate }
  const lines = orders.flatMap(({ code, products }) =>
    products.map(({ article, title, description, quantity, price = 0 }) => {
      const net = price - computeVat(price, rate)
      const priced = { quantity, priceQuantity: quantity, price: net, net, discount: 0 }
      return {
        description: title,
        details: description,
        article,
        orderCode: code,
        unit: 'H87',
        ...priced,
        vat: standard,
      }
    }),
  )
  const linesNet = sum(lines.map(({ net }) => net))
  const gross = sum(orders.map(({ total }) => total))
  const tax = computeVat(gross, rate)
  const net = gross - tax
  const charges = net - linesNet
  return {
    lines,
    discounts: [],
    charges: charges > 0 ? [{ reason: deliveryName, amount: charges, vat: standard }] : [],
    vat: [{ ...standard, taxable: net, tax }],
    totals: {
      ...{ lines: linesNet, discounts: 0, charges, net, vat: tax, gross },
      ...(isPaid ? { paid: gross, due: 0 } : { paid: 0, due: gross }),
    },
  }
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, each) => total + each, 0)

/** Returns the standard rate of VAT, in hundredths of a percent. */
export const getVatRate = (country: Brand['country']): number => companies[country].rate

/** Computes the VAT in a gross amount, rounded half up; `rate` in hundredths of a percent. */
export const computeVat = (gross: number, rate: number) => Math.round((gross * rate) / (10_000 + rate))

/** Returns the company behind the brand's shop. A demo: the companies do not exist, their VAT ids are well-formed. */
export function getSeller({ name, country, id }: Brand): InvoiceDocument['seller'] {
  const { rate: _, legalForm, vatId, ...address } = companies[country]
  return {
    name: `${name} ${legalForm}`,
    address: { ...address, countryCode: country },
    vatId,
    email: `invoices@${id}.example`,
  }
}
