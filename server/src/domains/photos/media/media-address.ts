import { LRUCache } from 'lru-cache'
import type { Context } from '../../../context.ts'

/** How long a media address works at most (OP-33). */
const MEDIA_SECONDS = 3600

export type MediaKind = 300 | 800 | 1300 | 'original' | 'view'

/**
 * Scopes of media tokens: the owner's library, the owner's bin (only its photos in the bin), or one photo of the
 * library, for whoever may see no more of it; such pictures may stand on pages of other sites.
 */
export type MediaScope = 'library' | 'bin' | 'photo'

/**
 * Builds addresses of an account's photos; signed once (in scope 'photo' once per photo), stable within the window so
 * that browsers can cache.
 */
export function mediaAddressBuilder(
  ctx: Pick<Context, 'signer' | 'clock'>,
  accountId: string,
  origin: string,
  scope: MediaScope = 'library',
) {
  const sign = (...only: string[]) =>
    signedAddressBuilder(ctx, ['media', scope, accountId, ...only].join(':'), `${origin}/media`)
  const shared = scope === 'photo' ? null : sign()
  return (photoId: string, kind: MediaKind) => (shared ?? sign(photoId))(photoId, kind)
}

/** Addresses of photos below `url`, all with one signature of `scope`. */
export function signedAddressBuilder(ctx: Pick<Context, 'signer' | 'clock'>, scope: string, url: string) {
  const token = ctx.signer.sign(scope, ctx.clock.now(), MEDIA_SECONDS)
  return (photoId: string, kind: MediaKind) => `${url}/${token}/${photoId}/${kind}`
}

/** Until when at least every address that is made now works. */
export function earliestAddressExpiry(now: Date): Date {
  return new Date(now.getTime() + (MEDIA_SECONDS / 2) * 1000)
}

/** What a media token allows. */
interface MediaGrant {
  accountId: string
  scope: MediaScope
  /** The one photo it opens, in scope 'photo'. */
  photoId: string | undefined
  expires: Date
}

/** What a media token allows, or null. */
export function readMediaToken(ctx: Pick<Context, 'signer' | 'clock'>, token: string): MediaGrant | null {
  const verified = ctx.signer.verify(token, ctx.clock.now())
  const [kind, scope, accountId, photoId] = verified?.scope.split(':') ?? []
  if (!verified || kind !== 'media' || !accountId || !isScope(scope)) return null
  if ((scope === 'photo') !== (photoId !== undefined)) return null
  return { accountId, scope, photoId, expires: verified.expires }
}

const isScope = (scope: string | undefined): scope is MediaScope =>
  scope === 'library' || scope === 'bin' || scope === 'photo'

const KNOWN_TOKENS = 10_000

/**
 * Reads tokens by `read` once each, since every picture of a page carries the same one, and refuses those that have
 * expired. Only tokens that were found right are remembered, and their end is looked at each time.
 */
export function cachedTokens<Grant extends { expires: Date }>(
  ctx: Pick<Context, 'clock'>,
  read: (token: string) => Grant | null,
): (token: string) => Grant | null {
  const known = new LRUCache<string, Grant>({ max: KNOWN_TOKENS })
  return token => {
    const grant = known.get(token) ?? read(token)
    if (!grant || grant.expires <= ctx.clock.now()) return null
    known.set(token, grant)
    return grant
  }
}
