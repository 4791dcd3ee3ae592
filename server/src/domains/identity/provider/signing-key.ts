import { createHash } from 'node:crypto'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import type { Context } from '#server/context.ts'
import { decrypt, encrypt } from '../encryption.ts'
import { perContext } from '../per-context.ts'
import { findRecord, insertRecord } from '../store/oidc-records.ts'

export interface SigningKey {
  private: JWK
  public: CryptoKey
  kid: string
}

export const SIGNING_ALGORITHM = 'ES256'

/** The key of this server, loaded once. */
export async function signingKeyOf(ctx: Context): Promise<SigningKey> {
  const state = signingKeys(ctx)
  state.key ??= loadSigningKey(ctx)
  try {
    return await state.key
  } catch (error) {
    // A database that was away for a moment must not stay remembered as a missing key.
    state.key = undefined
    throw error
  }
}

const signingKeys = perContext((): { key?: Promise<SigningKey> } => ({}))

/**
 * The key that signs tokens: made once, kept sealed in the database, shared by all processes. Its row is named after
 * the secret that seals it, so another SECRET means another key and never an unreadable one.
 */
export async function loadSigningKey(ctx: Context): Promise<SigningKey> {
  const sealingKey = ctx.signer.derive('signing-key')
  const id = createHash('sha256').update(sealingKey).digest('base64url').slice(0, 22)
  const stored = await read(ctx, id)
  if (stored) return usable(JSON.parse(await decrypt(sealingKey, stored)))
  await insertRecord(ctx.db, {
    kind: KIND,
    id,
    payload: JSON.stringify({ sealed: await encrypt(sealingKey, JSON.stringify(await made())) }),
  })
  // Another process may have been first: what is stored counts.
  return usable(JSON.parse(await decrypt(sealingKey, (await read(ctx, id))!)))
}

const KIND = 'SigningKey'

async function read(ctx: Context, id: string): Promise<string | undefined> {
  return (await findRecord(ctx.db, { kind: KIND, id }))?.payload.sealed as string | undefined
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
