import { randomBytes, randomUUID } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'

/**
 * The key of all signatures, made once and kept readable for the owner only. It appears under its name whole or not at
 * all: a process that dies in between must not leave an empty key. Several machines set SECRET instead.
 */
export async function loadOrCreateSecret(path: string): Promise<string> {
  const draft = `${path}-${randomUUID()}`
  await writeFile(draft, randomBytes(48).toString('base64url'), { flag: 'wx', mode: 0o600 })
  try {
    await link(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(draft, { force: true })
  }
  return readFile(path, 'utf8')
}
