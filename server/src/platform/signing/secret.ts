import { randomBytes, randomUUID } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'

/** The secret of all signatures, and the previous one while it is being replaced. */
export interface Secrets {
  current: string
  previous: string | null
}

/**
 * Reads the secrets from a file, one per line: the current one, then the previous one if there is one. The file is
 * created once, readable for the owner only, and atomically, so that a crash never leaves an empty secret.
 * Installations of several machines set SECRET instead. Throws for a secret that is too short.
 */
export async function loadOrCreateSecrets(path: string): Promise<Secrets> {
  const text = await loadOrCreate(path)
  const [currentSecret = '', previousSecret = null, ...otherLines] = text
    .split('\n')
    .filter(line => line !== '')
  if (
    otherLines.length > 0 ||
    [currentSecret, previousSecret].some(secret => secret !== null && secret.length < SECRET_MIN)
  )
    throw new Error(`${path} must have one or two lines of at least ${SECRET_MIN} characters`)
  return { current: currentSecret, previous: previousSecret }
}

/** Least characters of a secret. */
export const SECRET_MIN = 32

async function loadOrCreate(path: string): Promise<string> {
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
