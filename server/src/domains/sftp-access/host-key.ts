import { createHash } from 'node:crypto'
import { type Context, change } from '../../context.ts'
import { decrypt, encrypt } from '../../platform/signing/encryption.ts'
import { findHostKey, insertHostKey, lockHostKey, updateHostKey } from './store/host-keys.ts'

const NAME = 'current'
const PURPOSE = 'sftp-host-key'

/**
 * The private key by which the server proves what it is, in OpenSSH's format: made once, stored encrypted in the database,
 * so that all processes and all restarts have the same.
 */
export async function loadOrCreateHostKey(ctx: Context): Promise<string> {
  const stored = await findHostKey(ctx.db, NAME)
  if (stored) return decryptKey(ctx, stored.private_key)
  await insertHostKey(ctx.db, await newRow(ctx))
  const created = await findHostKey(ctx.db, NAME)
  return decryptKey(ctx, created!.private_key)
}

/** The fingerprint that clients show: SHA256 and the hash of the public key in base64 without padding. */
export async function hostKeyFingerprint(ctx: Context): Promise<string> {
  const { parseKey } = await loadSsh()
  const key = parseKey(await loadOrCreateHostKey(ctx))
  if (key instanceof Error) throw key
  const hash = createHash('sha256').update(key.getPublicSSH()).digest('base64')
  return `SHA256:${hash.replace(/=+$/, '')}`
}

/** Replaces the key; processes use it from their next start. Customers must accept its fingerprint. */
export async function replaceHostKey(ctx: Context): Promise<void> {
  await loadOrCreateHostKey(ctx)
  const row = await newRow(ctx)
  await change(ctx, tx => updateHostKey(tx, row))
}

/** Encrypts the key with the current SECRET, so that the one before it can be given up. */
export async function encryptHostKeyAgain(ctx: Context): Promise<void> {
  await change(ctx, async tx => {
    const row = await lockHostKey(tx, NAME)
    if (!row) return
    const privateKey = await decryptKey(ctx, row.private_key)
    await updateHostKey(tx, { ...row, private_key: await encryptKey(ctx, privateKey) })
  })
}

async function newRow(ctx: Context) {
  const { generateKeyPairSync } = await loadSsh()
  const { private: privateKey } = generateKeyPairSync('ed25519')
  return { name: NAME, private_key: await encryptKey(ctx, privateKey), created_at: ctx.clock.now() }
}

const encryptKey = (ctx: Context, key: string) => encrypt(ctx.signer.derive(PURPOSE), key)
const decryptKey = (ctx: Context, key: string) => decrypt(ctx.signer.deriveAll(PURPOSE), key)

/** Loaded on demand: processes without SFTP do not need its memory. */
const loadSsh = async () => (await import('ssh2')).default.utils
