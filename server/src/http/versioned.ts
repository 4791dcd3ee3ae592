import { isDeepStrictEqual } from 'node:util'
import { Failure } from './failure.ts'

/** A state that a retailer's system sends whole, with a version that rises with each change. */
export interface Versioned {
  version: number
  /** As stored: a JSON value. */
  body: unknown
}

/**
 * Whether to store an incoming state: true for a higher version than the stored one. False for a lower version, which
 * arrived late, and for the same version with the same content, which was sent again. The same version with other content
 * is a conflict (409), because it cannot be decided which of the two is right.
 */
export function isNewer(incoming: Versioned, stored: Versioned | undefined): boolean {
  if (!stored || incoming.version > stored.version) return true
  if (incoming.version === stored.version && !isSameContent(incoming.body, stored.body))
    throw new Failure('conflict', `Version ${incoming.version} was stored with other content`)
  return false
}

/** Whether an incoming content is the stored one, which was read as JSON. */
export const isSameContent = (incoming: unknown, stored: unknown): boolean =>
  isDeepStrictEqual(asJson(incoming), stored)

/** Without what JSON leaves out, such as absent fields. */
const asJson = (body: unknown): unknown => JSON.parse(JSON.stringify(body))
