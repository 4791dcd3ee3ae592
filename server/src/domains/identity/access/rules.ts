import type { AccessKind } from '#contract/security.ts'
import type { EndCause } from '#server/domain.ts'

/** What ends: nothing ('stay'), access younger than UNDO_DAYS unless its owner keeps it, or all. */
export type RevocationScope = 'stay' | 'new' | 'all'

/** Acts of an owner, or in an owner's name, by which access ends. */
export type RevocationCause = Extract<EndCause, 'password-changed' | 'password-reset' | 'not-me'>

/**
 * The only rules of what ends when a password is chosen and by 'It wasn't me'. A password chosen in a
 * session leaves machine access: its owner has just confirmed who they are. After a mailed link, access of the last days may
 * be a thief's. An address of callbacks from before stays even then: it cannot sign in.
 */
export const REVOCATION_RULES: Record<AccessKind, Record<RevocationCause, RevocationScope>> = {
  devices: { 'password-changed': 'all', 'password-reset': 'all', 'not-me': 'all' },
  mailLinks: { 'password-changed': 'all', 'password-reset': 'all', 'not-me': 'all' },
  // They only add photos, for an hour at most.
  uploadSessions: { 'password-changed': 'stay', 'password-reset': 'all', 'not-me': 'all' },
  passkeys: { 'password-changed': 'stay', 'password-reset': 'new', 'not-me': 'all' },
  apiKeys: { 'password-changed': 'stay', 'password-reset': 'new', 'not-me': 'all' },
  sftpKeys: { 'password-changed': 'stay', 'password-reset': 'new', 'not-me': 'all' },
  sftpPassword: { 'password-changed': 'stay', 'password-reset': 'new', 'not-me': 'all' },
  callbackAddress: { 'password-changed': 'stay', 'password-reset': 'new', 'not-me': 'new' },
  callbackSecrets: { 'password-changed': 'stay', 'password-reset': 'new', 'not-me': 'all' },
}
