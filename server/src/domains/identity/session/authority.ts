import type { FastifyInstance } from 'fastify'
import inject from 'light-my-request'
import * as oauth from 'oauth4webapi'
import { type Context, memoizePerContext } from '#server/context.ts'
import { Failure } from '#server/http/failure.ts'
import { CLIENT_ID, deriveClientSecret, getIssuer, SCOPE } from '../provider/client.ts'
import { SIGNING_ALGORITHM } from '../provider/signing-key.ts'

/** An identity provider, and our client and options for calling it. */
export interface Authority {
  server: oauth.AuthorizationServer
  client: oauth.Client
  auth: oauth.ClientAuth
  scope: string
  isExternal: boolean
  options: {
    [oauth.customFetch]?: typeof fetch
    [oauth.allowInsecureRequests]?: boolean
    signal?: () => AbortSignal
  }
}

/** Returns the configured external provider (from its discovery document), else the embedded one of this origin. */
export async function getAuthority(ctx: Context, origin: string): Promise<Authority> {
  if (!ctx.config.oidc) return createEmbeddedAuthority(ctx, origin)
  getAuthorityState(ctx).external ??= discoverAuthority(ctx.config.oidc)
  try {
    return await getAuthorityState(ctx).external!
  } catch (error) {
    getAuthorityState(ctx).external = null
    ctx.log.error({ err: error }, 'identity provider cannot be reached')
    throw new Failure('unavailable', 'The identity provider cannot be reached', { retryAfterSeconds: 10 })
  }
}

/** Sets the app through which the token endpoint calls the embedded provider, in the same process. */
export function setInProcessApp(ctx: Context, app: FastifyInstance): void {
  getAuthorityState(ctx).app = app
}

interface State {
  external: Promise<Authority> | null
  app: FastifyInstance | null
}

const getAuthorityState = memoizePerContext((): State => ({ external: null, app: null }))

/** Milliseconds an external provider may take to answer. */
const TIMEOUT = 10_000

async function discoverAuthority(config: {
  issuer: string
  clientId: string
  clientSecret: string | null
  scope: string
}): Promise<Authority> {
  const issuer = new URL(config.issuer)
  const isLoopback =
    issuer.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(issuer.hostname)
  const options = { [oauth.allowInsecureRequests]: isLoopback, signal: () => AbortSignal.timeout(TIMEOUT) }
  const server = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, options))
  return {
    server,
    client: { client_id: config.clientId },
    auth: config.clientSecret ? oauth.ClientSecretBasic(config.clientSecret) : oauth.None(),
    scope: config.scope,
    isExternal: true,
    options,
  }
}

function createEmbeddedAuthority(ctx: Context, origin: string): Authority {
  const issuer = getIssuer(origin)
  return {
    server: {
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      end_session_endpoint: `${issuer}/session/end`,
      authorization_response_iss_parameter_supported: true,
    },
    client: { client_id: CLIENT_ID, id_token_signed_response_alg: SIGNING_ALGORITHM },
    auth: oauth.ClientSecretBasic(deriveClientSecret(ctx)),
    scope: SCOPE,
    isExternal: false,
    options: { [oauth.customFetch]: createInProcessFetch(ctx), [oauth.allowInsecureRequests]: true },
  }
}

/** Creates a fetch that calls our own app in this process, without name resolution and port. */
function createInProcessFetch(ctx: Context): typeof fetch {
  return async (input, init) => {
    const { app } = getAuthorityState(ctx)
    if (!app) throw new Error('Sign-in is not mounted')
    const url = new URL(String(input instanceof Request ? input.url : input))
    // Not app.inject, which fails while the app is closing and drains its last requests.
    const answer = await inject((request, response) => app.routing(request, response), {
      method: (init?.method ?? 'GET') as 'GET' | 'POST',
      url: url.pathname + url.search,
      headers: { ...Object.fromEntries(new Headers(init?.headers)), host: url.host },
      payload: init?.body ? String(init.body) : undefined,
    })
    const headers = new Headers()
    for (const [name, value] of Object.entries(answer.headers))
      if (typeof value === 'string') headers.set(name, value)
    return new Response(answer.rawPayload as Uint8Array<ArrayBuffer>, { status: answer.statusCode, headers })
  }
}
