import type { FastifyRequest } from 'fastify'
import { brands, findBrandByHost } from '#brands/index.ts'
import type { Brand } from '#contract/brands.ts'
import { requireFound } from '#server/http/failure.ts'

/** Returns the brand of the request's host; throws not-found for a host that is not configured. */
export function getRequestBrand(request: FastifyRequest): Brand {
  return requireFound(findBrandByHost(getRequestHost(request)), 'Configuration of this host')
}

/** Returns the request's host with port, in lower case; behind a load balancer the forwarded one. */
export function getRequestHost(request: FastifyRequest): string {
  return request.host.toLowerCase()
}

/** Returns the brand of a stored id; the brand of localhost for an id that is no longer configured. */
export function getBrandById(id: string): Brand {
  return brands.find(brand => brand.id === id) ?? findBrandByHost('localhost')!
}
