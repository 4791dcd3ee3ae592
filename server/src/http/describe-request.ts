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

/**
 * Names who makes a request. Without a caller it is that of a mailed link, or of a browser that is not signed in yet. Device and
 * network are found when they are read: most requests record nothing.
 */
export function describeActor(request: FastifyRequest): Actor {
  const { caller, service } = request
  if (service) return { type: 'service', id: service.name, deviceName: null, network: null }
  if (caller?.key) return createActor('key', caller.key.id, request)
  if (caller) return createActor('device', caller.grantId, request)
  return createActor(request.routeOptions.url?.includes(':token') ? 'link' : 'device', null, request)
}

const createActor = (type: Actor['type'], id: string | null, request: FastifyRequest): Actor => ({
  type,
  id,
  get deviceName() {
    return type === 'key' ? null : (findDeviceName(request.headers['user-agent']) ?? null)
  },
  get network() {
    return shortenAddress(request.ip)
  },
})

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
