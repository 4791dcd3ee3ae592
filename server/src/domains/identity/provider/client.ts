import type { Context } from '#server/context.ts'

/** The only client of the embedded provider: our own token endpoint, a confidential client. */
export const CLIENT_ID = 'keepsake-web'
export const SCOPE = 'openid email api'
/** The `aud` of every access token that our services accept. */
export const AUDIENCE = 'keepsake-api'

export function deriveClientSecret(ctx: Pick<Context, 'signer'>): string {
  return ctx.signer.derive('provider-client').toString('base64url')
}

export function getIssuer(origin: string): string {
  return `${origin}/identity`
}

/** Cookie of a browser's session at the provider. */
export const PROVIDER_SESSION_COOKIE = 'keepsake_sso'

/**
 * Lifetimes in seconds. Rotation does not extend a session: a rotated refresh token expires with the first one.
 */
export const LIFETIMES = { accessToken: 600, code: 60, session: 30 * 86_400, interaction: 3600 } as const
