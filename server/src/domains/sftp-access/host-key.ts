import { type Context, change } from '../../context.ts'
import { findRow, insertMissingRow, lockRow } from '../../platform/db/rows.ts'
import { decrypt, encrypt } from '../../platform/signing/encryption.ts'
import { toFingerprint } from './fingerprint.ts'
import { updateHostKey } from './store.ts'

const HOST_KEY_NAME = 'current'
const PURPOSE = 'sftp-host-key'

/**
 * Loads the server's private host key in OpenSSH's format: generated once and stored encrypted in the database, so that
 * it is the same in all processes and after restarts.
 */
export async function loadOrCreateHostKey(ctx: Context): Promise<string> {
  const storedKey = await findRow(ctx.db, 'sftp_host_keys', { name: HOST_KEY_NAME })
  if (!storedKey) await insertMissingRow(ctx.db, 'sftp_host_keys', await createRow(ctx))
  const { private_key } = storedKey ?? (await findRow(ctx.db, 'sftp_host_keys', { name: HOST_KEY_NAME }))!
  const privateKey = await decryptKey(ctx, private_key)
  return (await isReadable(privateKey)) ? privateKey : replaceUnreadableKey(ctx)
}

/**
 * Replaces a key that no server could start with, so that no client knows it. Only one of two processes replaces it.
 */
async function replaceUnreadableKey(ctx: Context): Promise<string> {
  const row = await createRow(ctx)
  return change(ctx, async tx => {
    const privateKey = await decryptKey(
      ctx,
      (await lockRow(tx, 'sftp_host_keys', { name: HOST_KEY_NAME }))!.private_key,
    )
    if (await isReadable(privateKey)) return privateKey
    await updateHostKey(tx, row)
    return decryptKey(ctx, row.private_key)
  })
}

/** Returns the fingerprint that clients show. */
export async function getHostKeyFingerprint(ctx: Context): Promise<string> {
  const { parseKey } = await loadSsh()
  const key = parseKey(await loadOrCreateHostKey(ctx))
  if (key instanceof Error) throw key
  return toFingerprint(key.getPublicSSH())
}

/** Replaces the key; processes use it from their next start. Customers must accept its fingerprint. */
export async function replaceHostKey(ctx: Context): Promise<void> {
  await loadOrCreateHostKey(ctx)
  const row = await createRow(ctx)
  await change(ctx, tx => updateHostKey(tx, row))
}

/** Encrypts the key with the current SECRET, so that the previous SECRET can be retired. */
export async function reencryptHostKey(ctx: Context): Promise<void> {
  await change(ctx, async tx => {
    const row = await lockRow(tx, 'sftp_host_keys', { name: HOST_KEY_NAME })
    if (!row) return
    const privateKey = await decryptKey(ctx, row.private_key)
    await updateHostKey(tx, { ...row, private_key: await encryptKey(ctx, privateKey) })
  })
}

/**
 * Generates an Ed25519 key in OpenSSH's format. The library truncates leading zeros, which one of 256 public keys has,
 * and cannot read such a key (RFC 8709 requires 32 bytes): it is discarded.
 */
export async function generateHostKey(): Promise<string> {
  const { generateKeyPairSync } = await loadSsh()
  for (;;) {
    const { private: privateKey } = generateKeyPairSync('ed25519')
    if (await isReadable(privateKey)) return privateKey
  }
}

async function createRow(ctx: Context) {
  const private_key = await encryptKey(ctx, await generateHostKey())
  return { name: HOST_KEY_NAME, private_key, created_at: ctx.clock.now() }
}

const isReadable = async (key: string) => !((await loadSsh()).parseKey(key) instanceof Error)

const encryptKey = (ctx: Context, key: string) => encrypt(ctx.signer.derive(PURPOSE), key)
const decryptKey = (ctx: Context, key: string) => decrypt(ctx.signer.deriveAll(PURPOSE), key)

/** Loaded on demand: processes without SFTP do not need its memory. */
const loadSsh = async () => (await import('ssh2')).default.utils
