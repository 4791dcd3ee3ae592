import { LRUCache } from 'lru-cache'
import type { Context } from '../../../context.ts'
import { signForSession, verifyForSession } from '../../../http/session-addresses.ts'
import { limitEntries } from '../../../platform/limit-entries.ts'
import { getTokenExpiry, type TokenLifetime } from '../../../platform/signing/signing.ts'

/** A media address is valid for an hour from its response, unless its session ends before, and stays the same for half an hour. */
const LIFETIME: TokenLifetime = { seconds: 3600, window: 1800 }

export type MediaKind = 300 | 800 | 1300 | 'original' | 'view'

/**
 * Scopes of media tokens: the owner's library, the owner's bin (only photos in the bin), or one photo of the library, for
 * clients that may see only that photo; pictures of this scope may be embedded in pages of other sites.
 */
export type MediaScope = 'library' | 'bin' | 'photo'

/**
 * Returns a function that builds addresses of an account's photos. They are signed once (in scope 'photo' once per photo)
 * and stable within the signer's time window, so that browsers can cache.
 */
export function createMediaAddressBuilder(
  ctx: Pick<Context, 'signer' | 'clock'>,
  accountId: string,
  origin: string,
  scope: MediaScope = 'library',
) {
  const sign = (...photoIds: string[]) =>
    createSignedAddressBuilder(ctx, formatScope(scope, accountId, ...photoIds), `${origin}/media`)
  const buildSharedAddress = scope === 'photo' ? null : sign()
  return (photoId: string, kind: MediaKind) => (buildSharedAddress ?? sign(photoId))(photoId, kind)
}

/** Returns a function that builds addresses of photos below `url`, all with one signature of `scope`. */
export function createSignedAddressBuilder(
  ctx: Pick<Context, 'signer' | 'clock'>,
  scope: string,
  url: string,
) {
  const token = signForSession(ctx, scope, LIFETIME)
  return (photoId: string, kind: MediaKind) => `${url}/${token}/${photoId}/${kind}`
}

/** Returns when the addresses of a response that is sent now expire (`addressesExpire`). */
export const getAddressExpiry = ({ clock }: Pick<Context, 'clock'>): string =>
  getTokenExpiry(clock.now(), LIFETIME).toISOString()

/** The access that a media token grants. */
interface MediaGrant {
  accountId: string
  scope: MediaScope
  /** The only photo it grants access to, in scope 'photo'. */
  photoId: string | undefined
  expires: Date
  mark: string
}

/** Reads a media token; null if it was altered, has expired or is of another kind. */
export function readMediaToken(ctx: Pick<Context, 'signer' | 'clock'>, token: string): MediaGrant | null {
  const verified = verifyForSession(ctx, token)
  const [kind, scope, accountId, photoId] = verified ? parseScope(verified.scope) : []
  if (!verified || kind !== 'media' || !accountId || !isScope(scope)) return null
  if ((scope === 'photo') !== (photoId !== undefined)) return null
  return { accountId, scope, photoId, expires: verified.expires, mark: verified.mark }
}

/**
 * Formats the scope that is signed. Library and bin have short texts, because every address of their pages contains
 * them.
 */
function formatScope(scope: MediaScope, accountId: string, ...photoIds: string[]): string {
  const letter = SHORT_SCOPES[scope]
  if (!letter || !UUID.test(accountId)) return ['media', scope, accountId, ...photoIds].join(':')
  return letter + Buffer.from(accountId.replaceAll('-', ''), 'hex').toString('base64url')
}

/** Parses what formatScope wrote; other texts have no such parts. */
function parseScope(text: string): string[] {
  const [, letter, id] = /^(ml|mb)([\w-]{22})$/.exec(text) ?? []
  if (!letter || !id) return text.split(':')
  const hex = Buffer.from(id, 'base64url').toString('hex')
  const accountId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  return ['media', letter === SHORT_SCOPES.bin ? 'bin' : 'library', accountId]
}

const SHORT_SCOPES: Partial<Record<MediaScope, string>> = { library: 'ml', bin: 'mb' }
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const isScope = (scope: string | undefined): scope is MediaScope =>
  scope === 'library' || scope === 'bin' || scope === 'photo'

const MAX_CACHED_TOKENS = 10_000

/**
 * Caches the grants of valid tokens, since every picture of a page carries the same token. Expiry is checked on every
 * call; invalid tokens are not cached.
 */
export function cacheGrants<Grant extends { expires: Date }>(
  ctx: Pick<Context, 'clock'>,
  readToken: (token: string) => Grant | null,
): (token: string) => Grant | null {
  const grants = new LRUCache<string, Grant>(limitEntries(MAX_CACHED_TOKENS))
  return token => {
    const cachedGrant = grants.get(token)
    const grant = cachedGrant ?? readToken(token)
    if (!grant || grant.expires <= ctx.clock.now()) return null
    if (!cachedGrant) grants.set(token, grant)
    return grant
  }
}
