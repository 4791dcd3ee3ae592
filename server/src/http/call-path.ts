import type { FastifyRequest } from 'fastify'
import { SERVICES } from '#contract/endpoint.ts'

/** Parameters that are personal data. */
const PERSONAL = new Set(['accountId', 'email'])

/** The path of a call as it can be stored: with its parameters, except those that name a customer. */
export const describeCallPath = ({ routeOptions, params }: Pick<FastifyRequest, 'routeOptions' | 'params'>) =>
  (routeOptions.url ?? '').replace(/:(\w+)/g, (placeholder, name: string) => {
    const value = (params as Record<string, string> | undefined)?.[name]
    return value === undefined || PERSONAL.has(name) ? placeholder : encodeURIComponent(value)
  })

/** The parameters that are an order's code or an invoice's number or id, by the beginning of the path. */
const SUBJECTS = [
  { path: SERVICES.orders, type: 'order', names: ['code', 'orderCode', 'orderId', 'id'] },
  { path: SERVICES.invoices, type: 'invoice', names: ['number', 'id'] },
]

/** Names the order or invoice of the path, 'order:4711-2140'; undefined for another path, or a value that is no code. */
export function describeSubject({
  routeOptions: { url = '' },
  params,
}: Pick<FastifyRequest, 'routeOptions' | 'params'>): string | undefined {
  const subject = SUBJECTS.find(({ path }) => url.startsWith(`${path}/`))
  const values = (params ?? {}) as Record<string, string>
  const value = subject?.names.map(name => values[name]).find(each => each !== undefined)
  return value !== undefined && CODE.test(value) ? `${subject!.type}:${value}` : undefined
}

const CODE = /^[\w./-]{1,64}$/
