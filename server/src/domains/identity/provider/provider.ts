import { LRUCache } from 'lru-cache'
import Provider, {
  type ClientMetadata,
  type Configuration,
  errors,
  interactionPolicy,
  type KoaContextWithOIDC,
} from 'oidc-provider'
import { findBrandByHost, vendorThemes } from '#brands/index.ts'
import { BUSINESS } from '#contract/customers.ts'
import { CALLBACK_PATH } from '#contract/pages.ts'
import { type Context, memoizePerContext } from '#server/context.ts'
import { toInfrastructureFailure } from '#server/http/infrastructure-failure.ts'
import { recordFailure } from '#server/http/request-log.ts'
import type { NativeClient } from '#server/platform/config/native-clients.ts'
import { type Customer, findActiveCustomer } from '../../customers/index.ts'
import { renderErrorPage } from '../pages/message-page.ts'
import { createPage } from '../pages/page.ts'
import { PAGE_HEADERS } from '../pages/send-page.ts'
import {
  AUDIENCE,
  CLIENT_ID,
  deriveClientSecret,
  getIssuer,
  LIFETIMES,
  PROVIDER_SESSION_COOKIE,
} from './client.ts'
import { createLogoutSource } from './logout.ts'
import { createRecordAdapter } from './record-adapter.ts'
import { getSignInOfGrant, recordSignIns, type SignInOfGrant } from './sign-ins.ts'
import { getSigningKeys, SIGNING_ALGORITHM } from './signing-key.ts'

/**
 * Returns the embedded OpenID Connect provider of one origin, created at first use. Throws for a host without a brand.
 */
export async function getProvider(ctx: Context, origin: string): Promise<Provider> {
  const cachedProvider = getProviderCache(ctx).get(origin)
  if (cachedProvider) return cachedProvider
  const newProvider = createProvider(ctx, origin)
  getProviderCache(ctx).set(origin, newProvider)
  newProvider.catch(() => getProviderCache(ctx).delete(origin))
  return newProvider
}

/** Bounded, because any client can send any port in the Host header. */
const getProviderCache = memoizePerContext(() => new LRUCache<string, Promise<Provider>>({ max: 64 }))

async function createProvider(ctx: Context, origin: string): Promise<Provider> {
  const brand = findBrandByHost(new URL(origin).host)
  if (!brand) throw new Error('There is no identity provider on a host without a brand')
  const keys = await getSigningKeys(ctx)
  const page = createPage(ctx.config, brand)
  // Codes, refresh tokens and sessions of other vendors' accounts are not accepted.
  const findVendorCustomer = async (sub: string) => {
    const customer = await findActiveCustomer(ctx.db, sub)
    return customer?.vendor === brand.vendor ? customer : undefined
  }
  const provider = new Provider(getIssuer(origin), {
    ...CONFIGURATION,
    adapter: (kind: string) =>
      createRecordAdapter(ctx, kind, async sub => (await findVendorCustomer(sub)) !== undefined),
    jwks: { keys: keys.map(key => key.private as never) },
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: deriveClientSecret(ctx),
        redirect_uris: [origin + CALLBACK_PATH],
        post_logout_redirect_uris: POST_LOGOUT_PATHS.map(path => origin + path),
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'client_secret_basic',
        id_token_signed_response_alg: SIGNING_ALGORITHM,
      },
      ...ctx.config.nativeClients.map(toClientMetadata),
    ],
    cookies: createCookieOptions(ctx),
    findAccount: async (_, sub) => {
      const customer = await findVendorCustomer(sub)
      return customer && { accountId: sub, claims: async () => ({ sub, email: customer.email }) }
    },
    extraTokenClaims: async (koa, token) => {
      if (!('accountId' in token) || !token.accountId) return undefined
      const customer = await findVendorCustomer(token.accountId)
      if (!customer) return undefined
      const grantId = (token as { grantId?: string }).grantId!
      return { ...toClaims(customer, await getSignInOfGrant(ctx, koa.oidc, grantId)), gid: grantId }
    },
    features: {
      ...CONFIGURATION.features,
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: createLogoutSource(page),
        postLogoutSuccessSource: async koa => koa.redirect(`${origin}/`),
      },
    },
    formats: {
      customizers: {
        // Tokens expire by our clock, as records do (record-adapter.ts).
        jwt: (_, __, jwt) => {
          const now = Math.floor(ctx.clock.now().getTime() / 1000)
          jwt.payload.exp = now + LIFETIMES.accessToken
          jwt.payload.iat = now
        },
      },
    },
    renderError: async (koa, out) => {
      koa.set(PAGE_HEADERS)
      koa.body = renderErrorPage(page, out.error === 'server_error')
    },
  })
  // Makes the provider trust x-forwarded-proto, which mount-provider.ts always overwrites.
  provider.proxy = true
  answerFailures(provider)
  recordSignIns(ctx, provider)
  listScopeOfServices(provider)
  return provider
}

/** Adds the scope of the resource server to the discovery document, which has only the provider's own. */
function listScopeOfServices(provider: Provider): void {
  provider.use(async (koa, next) => {
    await next()
    const { oidc, body } = koa as KoaContextWithOIDC
    if (oidc?.route === 'discovery') (body as { scopes_supported: string[] }).scopes_supported.push('api')
  })
}

/**
 * Returns the claims of the customer, and when and how the customer last proved who they are (RFC 9068, 2.2.1). `amr`
 * contains the mark of business customers, too.
 */
export function toClaims(
  { account_id, email, business }: Pick<Customer, 'account_id' | 'email' | 'business'>,
  { authTime, methods }: SignInOfGrant,
) {
  return {
    email,
    idpType: 'keepsake',
    idpSub: account_id,
    amr: business ? [...methods, BUSINESS] : methods,
    auth_time: Math.floor(authTime.getTime() / 1000),
  }
}

/** Allowed redirect targets after signing out; all are public or require sign-in again. */
const POST_LOGOUT_PATHS = ['/', '/account-deleted', '/change-email-success']

/** The resource indicator of our services (RFC 8707 requires an absolute URI). */
const RESOURCE = 'urn:keepsake:api'

const resourceServer = {
  scope: 'api',
  audience: AUDIENCE,
  accessTokenTTL: LIFETIMES.accessToken,
  accessTokenFormat: 'jwt' as const,
  jwt: { sign: { alg: SIGNING_ALGORITHM as 'ES256' } },
}

const CONFIGURATION: Configuration = {
  acrValues: vendorThemes.map(({ vendor }) => `urn:keepsake:vendor:${vendor}`),
  claims: { openid: ['sub'], email: ['email'] },
  clientAuthMethods: ['client_secret_basic', 'none'],
  clientBasedCORS: () => false,
  extraParams: ['theme'],
  features: {
    devInteractions: { enabled: false },
    userinfo: { enabled: false },
    dPoP: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    revocation: { enabled: true, allowedPolicy: (_, client, token) => token.clientId === client.clientId },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => RESOURCE,
      useGrantedResource: () => true,
      getResourceServerInfo: (_, resource) => {
        if (resource !== RESOURCE) throw new errors.InvalidTarget()
        return resourceServer
      },
    },
  },
  interactions: {
    policy: createPromptPolicy(),
    url: (_, interaction) => `/identity/interaction/${interaction.uid}`,
  },
  issueRefreshToken: (_, client) => client.grantTypeAllowed('refresh_token'),
  expiresWithSession: () => false,
  loadExistingGrant: loadOrCreateGrant,
  pkce: { required: () => true },
  responseTypes: ['code'],
  rotateRefreshToken: true,
  // 'api' is a scope of the resource server; listed here as well it would be requested twice.
  scopes: ['openid', 'email'],
  ttl: {
    AccessToken: LIFETIMES.accessToken,
    AuthorizationCode: LIFETIMES.code,
    Grant: LIFETIMES.session,
    IdToken: LIFETIMES.accessToken,
    Interaction: LIFETIMES.interaction,
    RefreshToken: koa => koa.oidc.entities.RotatedRefreshToken?.remainingTTL ?? LIFETIMES.session,
    Session: LIFETIMES.session,
  },
}

/** Creates the grant of a sign-in without consent, since all clients are our own. */
async function loadOrCreateGrant({ oidc }: KoaContextWithOIDC) {
  const { client, provider, session } = oidc
  const { clientId } = client!
  const existingGrantId = session!.grantIdFor(clientId)
  const existingGrant = existingGrantId ? await provider.Grant.find(existingGrantId) : undefined
  if (existingGrant) return existingGrant
  return createGrant(provider, { clientId, accountId: session!.accountId! })
}

/** Stores a grant of all that our clients may ask for. */
export async function createGrant(provider: Provider, owner: { clientId: string; accountId: string }) {
  const grant = new provider.Grant(owner)
  grant.addOIDCScope('openid email')
  grant.addResourceScope(RESOURCE, 'api')
  await grant.save()
  return grant
}

function createCookieOptions(ctx: Context): Configuration['cookies'] {
  const attributes = { httpOnly: true, sameSite: 'lax', signed: true } as const
  return {
    keys: ctx.signer.deriveAll('provider').map(key => key.toString('base64url')),
    names: { session: PROVIDER_SESSION_COOKIE, interaction: 'keepsake_sign_in', resume: 'keepsake_resume' },
    long: { ...attributes, path: '/identity' },
    short: attributes,
  }
}

/**
 * Returns the metadata of a native app: a public client, which proves by PKCE that it requested the code (RFC 8252,
 * 8.1), and whose refresh tokens are rotated.
 */
function toClientMetadata({ id, redirectUris }: NativeClient): ClientMetadata {
  return {
    client_id: id,
    application_type: 'native',
    redirect_uris: [...redirectUris],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    id_token_signed_response_alg: SIGNING_ALGORITHM,
  }
}

/**
 * Defines when the provider shows a page. A native app always requires the sign-in page instead of consent: another app may
 * have registered the same redirect URI and would get the browser's session silently (RFC 8252, 8.6).
 */
function createPromptPolicy() {
  const policy = interactionPolicy.base()
  policy.get('consent')!.checks.remove('native_client_prompt')
  const check = new interactionPolicy.Check(
    'native_client_prompt',
    'native apps sign in each time',
    'login_required',
    ({ oidc }) => oidc.client!.applicationType === 'native' && !oidc.result?.login,
  )
  policy.get('login')!.checks.add(check)
  return policy
}

/**
 * Answers a request of the provider that the database could not serve like all others: 503 with Retry-After, instead
 * of the provider's 500. JSON has the code of RFC 6749, 4.1.2.1; the page (renderError) stays. The line of the request
 * in the log has the reason.
 */
function answerFailures(provider: Provider): void {
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
