import { decodeJwt } from 'jose'
import * as oauth from 'oauth4webapi'
import { type Claims, claims as claimsSchema } from '#contract/customers.ts'
import { canonicalAccountId } from '#contract/id.ts'
import { isStorableJson } from '#contract/input/text.ts'
import { decodeUtf8 } from '#contract/input/utf8.ts'
import type { Context } from '#server/context.ts'
import { Failure } from '#server/http/failure.ts'
import type { Authority } from './authority.ts'
import type { SignInAttempt } from './sign-in-attempts.ts'

/** The provider's tokens; `claims` are for the page. */
export interface Tokens {
  accessToken: string
  expiresIn: number
  refreshToken: string | null
  idToken: string
  claims: Claims
  /** When the customer signed in, if the id token tells. */
  authTime: Date | null
}

/**
 * Exchanges a code with the secrets of its sign-in. Throws bad-request when the provider refuses (used code, wrong
 * verifier, wrong redirect address, another issuer).
 */
export async function exchangeCode(
  ctx: Context,
  authority: Authority,
  authorizationResponse: { code: string; iss?: string; attempt: SignInAttempt; redirectUri: string },
): Promise<Tokens> {
  const { server, client, auth, options } = authority
  try {
    const { state, verifier, nonce } = authorizationResponse.attempt
    const answer = new URLSearchParams({
      code: authorizationResponse.code,
      state,
      ...(authorizationResponse.iss ? { iss: authorizationResponse.iss } : {}),
    })
    const callbackParameters = oauth.validateAuthResponse(server, client, answer, state)
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      auth,
      callbackParameters,
      authorizationResponse.redirectUri,
      verifier,
      options,
    )
    const idTokenChecks = { expectedNonce: nonce, requireIdToken: true }
    return toTokens(await oauth.processAuthorizationCodeResponse(server, client, response, idTokenChecks))
  } catch (error) {
    throw toFailure(ctx, error, 'bad-request', 'The code was not accepted')
  }
}

/** Exchanges a refresh token, which consumes it. Throws unauthorized when the provider refuses. */
export async function refreshTokens(
  ctx: Context,
  authority: Authority,
  refreshToken: string,
): Promise<Tokens> {
  const { server, client, auth, options } = authority
  try {
    const response = await oauth.refreshTokenGrantRequest(server, client, auth, refreshToken, options)
    const answer = await oauth.processRefreshTokenResponse(server, client, response)
    // Without rotation the response has no refresh token, and the old one stays valid.
    return toTokens({ ...answer, refresh_token: answer.refresh_token ?? refreshToken })
  } catch (error) {
    throw toFailure(ctx, error, 'unauthorized', 'The session has ended')
  }
}

/** Revokes a refresh token at an external provider, if it has a revocation endpoint. */
export async function revokeToken(
  ctx: Context,
  { server, client, auth, options }: Authority,
  token: string,
): Promise<void> {
  if (!server.revocation_endpoint) return
  try {
    await oauth.processRevocationResponse(await oauth.revocationRequest(server, client, auth, token, options))
  } catch (error) {
    // The cookies are cleared in any case, and the token expires.
    ctx.log.warn({ err: describeError(error) }, 'token was not revoked')
  }
}

/** Reads the grant of an access token of the embedded provider; null if it has none. */
export const readGrantId = (accessToken: string): string | null =>
  decodeJwt<{ gid?: string }>(accessToken).gid ?? null

function toTokens(answer: oauth.TokenEndpointResponse): Tokens {
  const idToken = answer.id_token ?? ''
  const { auth_time: authTime } = decodeClaims(idToken)
  const claimSource = { ...decodeClaims(idToken), ...decodeClaims(answer.access_token) }
  const claims = claimsSchema.parse({
    sub: typeof claimSource.sub === 'string' ? canonicalAccountId(claimSource.sub) : undefined,
    email: claimSource.email ?? '',
    idpType: claimSource.idpType ?? 'external',
    idpSub: claimSource.idpSub ?? claimSource.sub,
    amr: claimSource.amr ?? [],
  })
  return {
    accessToken: answer.access_token,
    expiresIn: answer.expires_in ?? 600,
    refreshToken: answer.refresh_token ?? null,
    idToken,
    claims,
    authTime: typeof authTime === 'number' ? new Date(authTime * 1000) : null,
  }
}

/**
 * Returns the claims of a token; none unless it is a JWT, which access tokens of external providers need not be. Throws for
 * claims that are not UTF-8 or cannot be stored, because they become the customer's data.
 */
function decodeClaims(token: string): Record<string, unknown> {
  const [, payload, ...rest] = token.split('.')
  if (payload === undefined || rest.length !== 1) return {}
  const claims = decodeJwt(token)
  if (decodeUtf8(Buffer.from(payload, 'base64url')) === null || !isStorableJson(claims))
    throw new Error('The claims of a token are not valid text')
  return claims
}

/** Maps a refusal of the provider to `code`; an answer with 5xx, or none (network, timeout), to unavailable. */
function toFailure(
  ctx: Context,
  error: unknown,
  code: 'bad-request' | 'unauthorized',
  message: string,
): Failure {
  if (error instanceof Failure) return error
  if (error instanceof oauth.ResponseBodyError && error.status < 500) {
    ctx.log.info({ reason: error.error }, 'identity provider refused a request')
    return new Failure(code, message)
  }
  const isRejected =
    error instanceof oauth.AuthorizationResponseError ||
    (error instanceof oauth.OperationProcessingError && !isAnsweredByFailedServer(error))
  if (isRejected) {
    ctx.log.info({ reason: describeError(error) }, 'response of the identity provider rejected')
    return new Failure(code, message)
  }
  ctx.log.error({ reason: describeError(error) }, 'identity provider failed')
  return new Failure('unavailable', 'The identity provider does not answer')
}

/** A proxy before the provider answers with a page, which is no answer of the protocol. */
const isAnsweredByFailedServer = ({ cause }: Error) => cause instanceof Response && cause.status >= 500

/** Errors may carry the response with its tokens in `cause`: only name, code and message may be logged. */
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { code } = error as { code?: unknown }
  return `${error.name}${typeof code === 'string' ? ` ${code}` : ''}: ${error.message}`
}
