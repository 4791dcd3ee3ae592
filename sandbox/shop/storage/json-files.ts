import { randomUUID } from 'node:crypto'
import { link, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Parses the file; undefined when it does not exist. */
export async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** Replaces the file atomically; durable when this resolves. */
export async function writeFile(path: string, text: string): Promise<void> {
  const temporary = await writeTemporary(path, text)
  await rename(temporary, path)
  await syncFolder(dirname(path))
}

/** Creates the file atomically and durably; false, and no change, when it exists. */
export async function createFile(path: string, text: string): Promise<boolean> {
  const temporary = await writeTemporary(path, text)
  try {
    await link(temporary, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return false
  } finally {
    await rm(temporary, { force: true })
  }
  await syncFolder(dirname(path))
  return true
}

async function writeTemporary(path: string, text: string): Promise<string> {
  const temporary = `${path}~${randomUUID()}`
  const file = await open(temporary, 'wx', 0o600)
  try {
    await file.writeFile(text)
    await file.datasync()
  } finally {
    await file.close()
  }
  return temporary
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

export const isMissing = (error: unknown) => (error as NodeJS.ErrnoException | null)?.code === 'ENOENT'
