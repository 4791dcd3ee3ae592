import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createFile } from './json-files.ts'

/** The key of the forms' checks, made once and readable for the owner only. */
export async function keepSecret(path: string): Promise<string> {
  await createFile(path, randomBytes(48).toString('base64url'))
  return readFile(path, 'utf8')
}
