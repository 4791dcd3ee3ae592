import type { FastifyRequest } from 'fastify'
import { brandOfHost, brands } from '#brands/index.ts'
import type { Brand } from '#contract/brands.ts'
import { notFound } from '#server/http/failure.ts'

/** The brand of the host that was asked; 404 for a host nobody configured. */
export function brandOfRequest(request: FastifyRequest): Brand {
  const found = brandOfHost(hostOf(request))
  if (!found) throw notFound('Configuration of this host')
  return found
}

/** Host with port as the browser named it; behind a balancer the forwarded one. */
export function hostOf(request: FastifyRequest): string {
  return request.host.toLowerCase()
}

/** The brand of a stored id; the first brand stands in for one that has left the configuration. */
export function brandById(id: string): Brand {
  return brands.find(brand => brand.id === id) ?? brandOfHost('localhost')!
}
