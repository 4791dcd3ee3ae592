import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Signed, expiring addresses (OP-33). One signature covers a scope (an account's media, one zip) for a time window,
 * never one per picture. Expiries are rounded up to whole windows, so an address stays the same within a window and
 * browsers can cache its response.
 */
export interface Signer {
  /** A path-safe token for the scope that expires at expiryOf(now, lifetime). */
  sign(scope: string, now: Date, lifetime: TokenLifetime): string
  /** The scope of the token; null if it is altered, expired or for another purpose. */
  verify(token: string, now: Date): { scope: string; expires: Date } | null
  /** Sub-key for another purpose (session, provider), so that keys are never shared. */
  derive(purpose: string): Buffer
}

/** In seconds. A token lasts at least `seconds`, and less than `window` longer; tokens of one window are equal. */
export interface TokenLifetime {
  seconds: number
  window: number
}

/** When a token that is signed now expires. */
export function expiryOf(now: Date, { seconds, window }: TokenLifetime): Date {
  return new Date(Math.ceil((now.getTime() / 1000 + seconds) / window) * window * 1000)
}

export function createSigner(secret: string): Signer {
  const derive = (purpose: string) => createHmac('sha256', secret).update(`keepsake:${purpose}`).digest()
  const key = derive('addresses')
  const mac = (payload: string) =>
    createHmac('sha256', key).update(payload).digest().subarray(0, 18).toString('base64url')
  return {
    derive,
    sign(scope, now, lifetime) {
      const expires = expiryOf(now, lifetime).getTime() / 1000
      const payload = `${expires.toString(36)}.${Buffer.from(scope).toString('base64url')}`
      return `${payload}.${mac(payload)}`
    },
    verify(token, now) {
      const [expiry, scope, signature, more] = token.split('.', 4)
      if (!expiry || !scope || !signature || more !== undefined || token.length > 500) return null
      const right = Buffer.from(mac(`${expiry}.${scope}`))
      const given = Buffer.from(signature)
      if (given.length !== right.length || !timingSafeEqual(given, right)) return null
      const expires = new Date(Number.parseInt(expiry, 36) * 1000)
      if (!(expires > now)) return null
      return { scope: Buffer.from(scope, 'base64url').toString(), expires }
    },
  }
}
