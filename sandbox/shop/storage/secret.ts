import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createFile } from './json-files.ts'

/** Returns the HMAC key of the CSRF tokens, created at the first start and readable by the file's owner only. */
export async function loadOrCreateSecret(path: string): Promise<string> {
  await createFile(path, randomBytes(48).toString('base64url'))
  return readFile(path, 'utf8')
}
