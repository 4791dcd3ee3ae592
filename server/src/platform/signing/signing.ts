import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Signed, expiring addresses (OP-33). One signature covers a scope (an account's media, one zip) for a time window,
 * never one per picture. Expiries are rounded up to half a window, so an address stays the same within a window and
 * browsers can cache its response.
 */
export interface Signer {
  /** A path-safe token for the scope that expires between half and all of `seconds` from now. */
  sign(scope: string, now: Date, seconds: number): string
  /** The scope of the token; null if it is altered, expired or for another purpose. */
  verify(token: string, now: Date): { scope: string; expires: Date } | null
  /** Sub-key for another purpose (session, provider), so that keys are never shared. */
  derive(purpose: string): Buffer
}

export function createSigner(secret: string): Signer {
  const derive = (purpose: string) => createHmac('sha256', secret).update(`keepsake:${purpose}`).digest()
  const key = derive('addresses')
  const mac = (payload: string) =>
    createHmac('sha256', key).update(payload).digest().subarray(0, 18).toString('base64url')
  return {
    derive,
    sign(scope, now, seconds) {
      const half = seconds / 2
      const expires = Math.ceil((now.getTime() / 1000 + half) / half) * half
      const payload = `${Math.floor(expires).toString(36)}.${Buffer.from(scope).toString('base64url')}`
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
