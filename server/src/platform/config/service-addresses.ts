import type { z } from 'zod'
import { SERVICES, type ServiceKey } from '#contract/endpoint.ts'
import { findAddressProblem, parseList } from './origins.ts'

/** Base addresses of services that another server serves; the others are on the page's own origin. */
export type ServiceAddresses = Readonly<Partial<Record<ServiceKey, string>>>

/** Parses 'service=address', separated by commas. */
export function parseServiceAddresses(text: string, ctx: z.RefinementCtx): ServiceAddresses {
  const addresses: Partial<Record<ServiceKey, string>> = {}
  for (const [i, entry] of parseList(text).entries()) {
    const [, key = '', address = ''] = /^([^=]*)=(.*)$/.exec(entry) ?? []
    const problem = findKeyProblem(key, addresses) ?? findAddressProblem(address)
    if (problem === null) addresses[key as ServiceKey] = address.replace(/\/$/, '')
    // The message must not contain the entry, which may hold a password.
    else ctx.addIssue({ code: 'custom', message: `entry ${i + 1} ${problem}` })
  }
  return addresses
}

/**
 * Services that must be on the page's own origin: the session uses its cookies, the configuration names the addresses
 * of the others, and pictures have full addresses.
 */
const SERVICES_ON_OWN_ORIGIN: readonly ServiceKey[] = ['session', 'configuration', 'media']

function findKeyProblem(key: string, earlierAddresses: ServiceAddresses): string | null {
  if (!Object.hasOwn(SERVICES, key))
    return `is not service=address; services: ${listMovableServices().join(', ')}`
  if (SERVICES_ON_OWN_ORIGIN.includes(key as ServiceKey))
    return 'names a service that stays on the own origin of the page'
  return Object.hasOwn(earlierAddresses, key) ? 'names a service that has an address already' : null
}

function listMovableServices(): string[] {
  return Object.keys(SERVICES).filter(key => !SERVICES_ON_OWN_ORIGIN.includes(key as ServiceKey))
}
