import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import type Provider from 'oidc-provider'
import type { Context } from '#server/context.ts'
import type { Caller } from '#server/http/route.ts'
import type { Authority } from './authority.ts'
import type { Renewed } from './renewal.ts'
import { loadSigningKey, type SigningKey } from './signing-key.ts'

/** What sign-in keeps in memory for one server: all of it can be lost at any time. */
export interface Runtime {
  signingKey(): Promise<SigningKey>
  /** One provider per origin customers use; bounded, because a port in the Host header is anybody's choice. */
  providers: LRUCache<string, Promise<Provider>>
  external: Promise<Authority> | null
  /** Callers of tokens that were verified less than a second ago. */
  callers: LRUCache<string, Caller>
  /** Renewals that are under way in this process, by hash of the refresh token. */
  renewals: Map<string, Promise<Renewed>>
  /** The app itself: the token endpoint calls the embedded provider without a network. */
  app: FastifyInstance | null
}

const runtimes = new WeakMap<Context, Runtime>()

export function runtimeOf(ctx: Context): Runtime {
  const known = runtimes.get(ctx)
  if (known) return known
  let key: Promise<SigningKey> | undefined
  const runtime: Runtime = {
    async signingKey() {
      key ??= loadSigningKey(ctx)
      try {
        return await key
      } catch (error) {
        // A database that was away for a moment must not stay remembered as a missing key.
        key = undefined
        throw error
      }
    },
    providers: new LRUCache({ max: 64 }),
    external: null,
    callers: new LRUCache({ max: 10_000, ttl: 1000 }),
    renewals: new Map(),
    app: null,
  }
  runtimes.set(ctx, runtime)
  return runtime
}
