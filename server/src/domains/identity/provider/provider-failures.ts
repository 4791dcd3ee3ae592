import type Provider from 'oidc-provider'
import type { KoaContextWithOIDC } from 'oidc-provider'
import { toInfrastructureFailure } from '#server/http/infrastructure-failure.ts'
import { recordFailure } from '#server/http/request-log.ts'

/**
 * Answers a request of the provider that the database could not serve like all others: 503 with Retry-After, instead
 * of the provider's 500. JSON has the code of RFC 6749, 4.1.2.1; the page (renderError) stays. The line of the request
 * in the log has the reason.
 */
export function answerFailures(provider: Provider): void {
  const errors = new WeakMap<object, Error>()
  provider.on('server_error', (koa, error) => errors.set(koa, error))
  provider.use(async (koa, next) => {
    try {
      await next()
    } catch (error) {
      if (!toInfrastructureFailure(error)) throw error
      errors.set(koa, error as Error)
    }
    const error = errors.get(koa)
    if (!error) return
    recordFailure(koa.res, error)
    const failure = toInfrastructureFailure(error)
    if (failure) setUnavailable(koa as KoaContextWithOIDC, failure.status, failure.retryAfterSeconds)
  })
}

function setUnavailable(
  koa: KoaContextWithOIDC,
  status: number,
  retryAfterSeconds: number | undefined,
): void {
  koa.status = status
  if (retryAfterSeconds) koa.set('retry-after', String(retryAfterSeconds))
  if (!koa.response.is('html')) koa.body = { error: 'temporarily_unavailable' }
}
