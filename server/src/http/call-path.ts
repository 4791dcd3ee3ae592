import type { FastifyRequest } from 'fastify'

/** Parameters that are personal data. */
const PERSONAL = new Set(['accountId', 'email'])

/** The path of a call as it can be stored: with its parameters, except those that name a customer. */
export const describeCallPath = ({ routeOptions, params }: Pick<FastifyRequest, 'routeOptions' | 'params'>) =>
  (routeOptions.url ?? '').replace(/:(\w+)/g, (placeholder, name: string) => {
    const value = (params as Record<string, string> | undefined)?.[name]
    return value === undefined || PERSONAL.has(name) ? placeholder : encodeURIComponent(value)
  })
