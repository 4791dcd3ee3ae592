import { createHmac, timingSafeEqual } from 'node:crypto'
import { LRUCache } from 'lru-cache'

/**
 * Signed, expiring addresses. One signature covers a scope (an account's media, one zip) for a time window,
 * never one per picture. Expiries are rounded up to whole windows, so an address stays the same within a window and
 * browsers can cache its response.
 */
export interface Signer {
  /** A path-safe token for the scope that expires at getTokenExpiry(now, lifetime). */
  sign(scope: string, now: Date, lifetime: TokenLifetime): string
  /** The scope of the token; null if it is altered, expired or for another purpose. */
  verify(token: string, now: Date): { scope: string; expires: Date } | null
  /** Sub-key for another purpose (session, provider), so that keys are never shared. */
  derive(purpose: string): Buffer
  /** The sub-keys of all secrets, the current one first, for data that must survive a rotation of the secret. */
  deriveAll(purpose: string): readonly Buffer[]
  /** HMAC-SHA-256 of the text with each of these sub-keys: the first one is for new signatures, all are accepted. */
  macs(purpose: string, text: string | Uint8Array): readonly Buffer[]
}

/**
 * In seconds. A token is valid for at least `seconds`, and less than `window` longer; tokens of one window are equal.
 */
export interface TokenLifetime {
  seconds: number
  window: number
}

/** Returns when a token that is signed now expires. */
export function getTokenExpiry(now: Date, { seconds, window }: TokenLifetime): Date {
  return new Date(Math.ceil((now.getTime() / 1000 + seconds) / window) * window * 1000)
}

/**
 * Creates a signer with the current secret, which also accepts signatures of the previous one. Signatures begin with
 * the id of their key; older ones without an id are tried with each key.
 */
export function createSigner(current: string, previous?: string | null): Signer {
  const secrets = previous ? [current, previous] : [current]
  const deriveAll = (purpose: string) =>
    secrets.map(secret => createHmac('sha256', secret).update(`keepsake:${purpose}`).digest())
  const derive = (purpose: string) => deriveAll(purpose)[0]!
  const keys = deriveAll('addresses').map(key => ({ key, id: getKeyId(key) }))
  const tokenCache = new LRUCache<string, string>({ max: CACHED_TOKENS_MAX })
  return {
    derive,
    deriveAll,
    macs: (purpose, text) => deriveAll(purpose).map(key => createHmac('sha256', key).update(text).digest()),
    sign(scope, now, lifetime) {
      const expires = getTokenExpiry(now, lifetime).getTime() / 1000
      const payload = `${expires.toString(36)}.${encodeScope(scope)}`
      const cachedToken = tokenCache.get(payload)
      if (cachedToken) return cachedToken
      const token = `${payload}.${keys[0]!.id}${computeMac(keys[0]!.key, payload)}`
      tokenCache.set(payload, token)
      return token
    },
    verify(token, now) {
      const [expiry, scope, signature, otherPart] = token.split('.', 4)
      if (!expiry || !scope || !signature || otherPart !== undefined || token.length > 500) return null
      const payload = `${expiry}.${scope}`
      const isValid = keys.some(({ key, id }) => {
        const mac = computeMac(key, payload)
        return isEqualSecret(signature, signature.length === mac.length ? mac : id + mac)
      })
      if (!isValid) return null
      const expires = new Date(Number.parseInt(expiry, 36) * 1000)
      if (!(expires > now)) return null
      return { scope: decodeScope(scope), expires }
    },
  }
}

/** Most cached tokens; every page of a library has one, which is the same within its window. */
const CACHED_TOKENS_MAX = 2000

/** Scopes of URL-safe letters are not encoded but prefixed with a hyphen, with which no base64url of a text begins. */
const encodeScope = (scope: string): string =>
  /^[\w-]+$/.test(scope) ? `-${scope}` : Buffer.from(scope).toString('base64url')

const decodeScope = (text: string): string =>
  text.startsWith('-') ? text.slice(1) : Buffer.from(text, 'base64url').toString()

/** Four characters that identify the key and reveal nothing of it. */
const getKeyId = (key: Buffer) => createHmac('sha256', key).update('id').digest('base64url').slice(0, 4)

const computeMac = (key: Buffer, payload: string) =>
  createHmac('sha256', key).update(payload).digest().subarray(0, 18).toString('base64url')

/** Compares in constant time for a given length. */
export function isEqualSecret(submittedSecret: string, expected: string): boolean {
  const [a, b] = [Buffer.from(submittedSecret), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
