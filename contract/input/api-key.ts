import * as z from 'zod/mini'
import { API_SCOPES } from '../api-scopes.ts'
import { lineText, text } from './text.ts'

/** Days after which a key ends. */
export const API_KEY_DAYS = [90, 365, 730] as const
/** Most networks of one key. */
const API_KEY_NETWORKS_MAX = 10
/** Most hours for which a replaced key works beside its successor. */
export const OVERLAP_HOURS_MAX = 168

/** An address, or a network in CIDR notation (RFC 4632, RFC 4291). */
const NETWORK = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])

const network = text({ min: 1, max: 50 }).check(z.refine(value => z.safeParse(NETWORK, value).success))

/** The name of a key: which system uses it. */
export const apiKeyName = lineText({ max: 80 })

/** From which networks a key works; an empty list is all. */
export const apiKeyNetworks = z.array(network).check(z.maxLength(API_KEY_NETWORKS_MAX))

/** What a business decides when it creates a key. */
export const apiKeyInput = {
  name: apiKeyName,
  scopes: z.array(z.enum(API_SCOPES)).check(
    z.minLength(1),
    z.refine(scopes => new Set(scopes).size === scopes.length),
  ),
  days: z.literal(API_KEY_DAYS),
}
