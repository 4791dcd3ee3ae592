import { randomBytes, randomUUID } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'

/**
 * The key of all signatures, created once, readable for the owner only. The file is created atomically: a crash never
 * leaves an empty key. Installations of several machines set SECRET instead.
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
