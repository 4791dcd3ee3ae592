import { createEntityTag } from '#contract/input/entity-tag.ts'
import { Failure } from './failure.ts'

/**
 * Throws precondition-failed unless `ifMatch` is missing or matches the locked `state`, null for none (RFC 9110, 13.1.1).
 * Without the header the call replaces whatever is stored.
 */
export async function requireMatch(ifMatch: string | undefined, state: object | null): Promise<void> {
  if (ifMatch === undefined) return
  const candidates = ifMatch.split(',').map(candidate => candidate.trim())
  if (candidates.includes('*') ? state !== null : candidates.includes(await createEntityTag(state))) return
  throw new Failure('precondition-failed', 'Changed since it was read: If-Match names another state')
}
