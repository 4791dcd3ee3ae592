import { CompactEncrypt, compactDecrypt } from 'jose'

/** Encrypts a text that is stored in the database: a compact JWE, AES-256-GCM. `key` has 32 bytes. */
export function encrypt(key: Uint8Array, text: string): Promise<string> {
  return new CompactEncrypt(new TextEncoder().encode(text))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .encrypt(key)
}

/** Decrypts what `encrypt` returned with one of the keys; throws when it was altered or encrypted with another. */
export async function decrypt(keys: readonly Uint8Array[], encrypted: string): Promise<string> {
  const options = { keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] }
  const { plaintext } = await Promise.any(keys.map(key => compactDecrypt(encrypted, key, options)))
  return new TextDecoder().decode(plaintext)
}
