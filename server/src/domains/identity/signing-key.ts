import { createHash } from 'node:crypto'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import type { Context } from '#server/context.ts'
import { openSealed, seal } from './sealed.ts'

export interface SigningKey {
  private: JWK
  public: CryptoKey
  kid: string
}

export const SIGNING_ALGORITHM = 'ES256'

/**
 * The key that signs tokens: made once, kept sealed in the database, shared by all processes. Its row is named after
 * the secret that seals it, so another SECRET means another key and never an unreadable one.
 */
export async function loadSigningKey(ctx: Context): Promise<SigningKey> {
  const sealingKey = ctx.signer.derive('signing-key')
  const id = createHash('sha256').update(sealingKey).digest('base64url').slice(0, 22)
  const stored = await read(ctx, id)
  if (stored) return usable(JSON.parse(await openSealed(sealingKey, stored)))
  await ctx.db
    .insertInto('oidc_records')
    .values({
      kind: KIND,
      id,
      payload: JSON.stringify({ sealed: await seal(sealingKey, JSON.stringify(await made())) }),
    })
    .onConflict(oc => oc.doNothing())
    .execute()
  // Another process may have been first: what is stored counts.
  return usable(JSON.parse(await openSealed(sealingKey, (await read(ctx, id))!)))
}

const KIND = 'SigningKey'

async function read(ctx: Context, id: string): Promise<string | undefined> {
  const row = await ctx.db
    .selectFrom('oidc_records')
    .select('payload')
    .where('kind', '=', KIND)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.payload.sealed as string | undefined
}

async function made(): Promise<JWK> {
  const { privateKey } = await generateKeyPair(SIGNING_ALGORITHM, { extractable: true })
  const jwk = await exportJWK(privateKey)
  return { ...jwk, kid: await calculateJwkThumbprint(jwk), alg: SIGNING_ALGORITHM, use: 'sig' }
}

async function usable(jwk: JWK): Promise<SigningKey> {
  const { d: _, ...open } = jwk
  return { private: jwk, public: (await importJWK(open, SIGNING_ALGORITHM)) as CryptoKey, kid: jwk.kid! }
}
