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

/** The server's signing key, loaded once. */
export async function signingKeyOf(ctx: Context): Promise<SigningKey> {
  const state = signingKeys(ctx)
  state.key ??= loadSigningKey(ctx)
  try {
    return await state.key
  } catch (error) {
    // A failure must not stay cached: the database may be available again.
    state.key = undefined
    throw error
  }
}

const signingKeys = perContext((): { key?: Promise<SigningKey> } => ({}))

/**
 * The key that signs tokens: generated once, stored encrypted in the database, shared by all processes. The row's id is
 * derived from the secret that encrypts it, so another SECRET means another key and never an unreadable one.
 */
export async function loadSigningKey(ctx: Context): Promise<SigningKey> {
  const encryptionKey = ctx.signer.derive('signing-key')
  const id = createHash('sha256').update(encryptionKey).digest('base64url').slice(0, 22)
  const stored = await findEncryptedKey(ctx, id)
  if (stored) return importKey(JSON.parse(await decrypt(encryptionKey, stored)))
  await insertRecord(ctx.db, {
    kind: KIND,
    id,
    payload: JSON.stringify({ sealed: await encrypt(encryptionKey, JSON.stringify(await generateKey())) }),
  })
  // Another process may have inserted its key first: the stored one counts.
  return importKey(JSON.parse(await decrypt(encryptionKey, (await findEncryptedKey(ctx, id))!)))
}

const KIND = 'SigningKey'

async function findEncryptedKey(ctx: Context, id: string): Promise<string | undefined> {
  return (await findRecord(ctx.db, { kind: KIND, id }))?.payload.sealed as string | undefined
}

async function generateKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair(SIGNING_ALGORITHM, { extractable: true })
  const jwk = await exportJWK(privateKey)
  return { ...jwk, kid: await calculateJwkThumbprint(jwk), alg: SIGNING_ALGORITHM, use: 'sig' }
}

async function importKey(jwk: JWK): Promise<SigningKey> {
  const { d: _, ...publicJwk } = jwk
  const publicKey = (await importJWK(publicJwk, SIGNING_ALGORITHM)) as CryptoKey
  return { private: jwk, public: publicKey, kid: jwk.kid! }
}
