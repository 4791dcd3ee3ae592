import { createHash } from 'node:crypto'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import { type Context, memoizePerContext, type Reader } from '#server/context.ts'
import { decrypt, encrypt } from '#server/platform/signing/encryption.ts'
import { listValues } from '../../../platform/db/rows.ts'
import { findRecord, insertRecord } from '../store/oidc-records.ts'

export interface SigningKey {
  private: JWK
  public: CryptoKey
  kid: string
}

export const SIGNING_ALGORITHM = 'ES256'

/**
 * Returns the server's signing keys, loaded once: the current key, then the previous secret's key, which only verifies.
 */
export async function getSigningKeys(ctx: Context): Promise<readonly SigningKey[]> {
  const state = getSigningKeyState(ctx)
  state.keys ??= loadSigningKeys(ctx)
  try {
    return await state.keys
  } catch (error) {
    // A failure must not stay cached: the database may be available again.
    state.keys = undefined
    throw error
  }
}

const getSigningKeyState = memoizePerContext((): { keys?: Promise<readonly SigningKey[]> } => ({}))

/**
 * Loads the keys that sign and verify tokens: each generated once, stored encrypted in the database, shared by all
 * processes. The row's id is derived from the secret that encrypts it, so that another SECRET leads to another key,
 * never to an unreadable one.
 */
export async function loadSigningKeys(ctx: Context): Promise<readonly SigningKey[]> {
  const [currentSecretKey, ...previousSecretKeys] = ctx.signer.deriveAll('signing-key')
  const previousKeys = await Promise.all(previousSecretKeys.map(key => findSigningKey(ctx, key)))
  return [await loadOrCreate(ctx, currentSecretKey!), ...previousKeys.filter(key => key !== null)]
}

async function loadOrCreate(ctx: Context, encryptionKey: Buffer): Promise<SigningKey> {
  const storedKey = await findSigningKey(ctx, encryptionKey)
  if (storedKey) return storedKey
  await insertRecord(ctx.db, {
    kind: KIND,
    id: toKeyId(encryptionKey),
    payload: JSON.stringify({ sealed: await encrypt(encryptionKey, JSON.stringify(await generateKey())) }),
  })
  // Another process may have inserted its key first: the stored key is used.
  return (await findSigningKey(ctx, encryptionKey))!
}

async function findSigningKey(ctx: Context, encryptionKey: Buffer): Promise<SigningKey | null> {
  const encryptedKey = await findEncryptedKey(ctx, toKeyId(encryptionKey))
  return encryptedKey ? importKey(JSON.parse(await decrypt([encryptionKey], encryptedKey))) : null
}

/** Ids of the keys of all secrets that have ever signed tokens. */
export const listSigningKeyIds = (db: Reader) => listValues(db, 'oidc_records', { kind: KIND }, 'id')

export const toKeyId = (encryptionKey: Buffer) =>
  createHash('sha256').update(encryptionKey).digest('base64url').slice(0, 22)

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
