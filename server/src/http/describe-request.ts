import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import type { Actor } from '../platform/db/statement-scope.ts'
import { findDeviceName } from './device-name.ts'

/** What is known of a request, for its account's owner; neither identifies a person. */
export type RequestDescription = Pick<Actor, 'deviceName' | 'network'>

/** Names device and network of a request. */
export function describeRequest(request: FastifyRequest): RequestDescription {
  return {
    deviceName: findDeviceName(request.headers['user-agent']) ?? null,
    network: shortenAddress(request.ip),
  }
}

/** Names who makes a request. Without a caller it is that of a mailed link, or of a browser that is not signed in yet. */
export function describeActor(request: FastifyRequest): Actor {
  const { caller, service } = request
  const description = describeRequest(request)
  if (service) return { type: 'service', id: service.name, deviceName: null, network: null }
  if (caller?.key) return { type: 'key', id: caller.key.id, ...description, deviceName: null }
  if (caller) return { type: 'device', id: caller.grantId, ...description }
  const hasToken = request.routeOptions.url?.includes(':token')
  return { type: hasToken ? 'link' : 'device', id: null, ...description }
}

/** Shortens '81.2.69.160' to '81.2.69.x', and an IPv6 address to its first 48 bits; null for anything else. */
export function shortenAddress(address: string): string | null {
  if (!ipaddr.isValid(address)) return null
  const parsedAddress = ipaddr.process(address)
  if (parsedAddress instanceof ipaddr.IPv4) return `${parsedAddress.octets.slice(0, 3).join('.')}.x`
  return `${(parsedAddress as ipaddr.IPv6).parts
    .slice(0, 3)
    .map(part => part.toString(16))
    .join(':')}::`
}
