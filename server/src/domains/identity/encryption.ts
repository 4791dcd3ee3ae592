import { CompactEncrypt, compactDecrypt } from 'jose'

/** Encrypts a text that is stored in the database: a compact JWE, AES-256-GCM. `key` has 32 bytes. */
export function encrypt(key: Uint8Array, text: string): Promise<string> {
  return new CompactEncrypt(new TextEncoder().encode(text))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .encrypt(key)
}

/** Decrypts what `encrypt` returned; throws when it was altered or encrypted with another key. */
export async function decrypt(key: Uint8Array, encrypted: string): Promise<string> {
  const { plaintext } = await compactDecrypt(encrypted, key, {
    keyManagementAlgorithms: ['dir'],
    contentEncryptionAlgorithms: ['A256GCM'],
  })
  return new TextDecoder().decode(plaintext)
}
