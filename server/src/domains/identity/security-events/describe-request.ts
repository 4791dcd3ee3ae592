import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import type { Caller } from '../../../http/route.ts'
import { findDeviceName } from '../mail-links/device-name.ts'

/** What is known of a request, for the mails about it. */
export interface RequestDescription {
  /** Browser and system, 'Firefox, Windows'. */
  deviceName: string | null
  /** Shortened address. */
  network: string | null
}

/** Who acts for an account: with what session, and from where. */
export interface Actor extends RequestDescription {
  accountId: string
  grantId: string | null
}

/** Describes who makes a call. */
export const describeActor = ({
  caller,
  request,
}: {
  caller: Pick<Caller, 'accountId' | 'grantId'>
  request: FastifyRequest
}): Actor => ({
  accountId: caller.accountId,
  grantId: caller.grantId,
  ...describeRequest(request),
})

/** Names device and network of a request for its account's owner; neither identifies a person. */
export function describeRequest(request: FastifyRequest): RequestDescription {
  return {
    deviceName: findDeviceName(request.headers['user-agent']) ?? null,
    network: shortenAddress(request.ip),
  }
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
