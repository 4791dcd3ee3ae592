import { randomUUID } from 'node:crypto'
import { link, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** The file's value; undefined when there is none. */
export async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** Replaces the file as a whole; it is on the disk when this resolves. */
export async function writeFile(path: string, text: string): Promise<void> {
  const draft = await writeDraft(path, text)
  await rename(draft, path)
  await syncFolder(dirname(path))
}

/** Makes the file, as a whole and on the disk; false when it is there already, which is then left as it is. */
export async function createFile(path: string, text: string): Promise<boolean> {
  const draft = await writeDraft(path, text)
  try {
    await link(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return false
  } finally {
    await rm(draft, { force: true })
  }
  await syncFolder(dirname(path))
  return true
}

/** Puts a file into another folder under its own name; a process that dies leaves it in one of the two. */
export async function moveFile(from: string, to: string): Promise<void> {
  await rename(from, to)
  await syncFolder(dirname(to))
  await syncFolder(dirname(from))
}

async function writeDraft(path: string, text: string): Promise<string> {
  const draft = `${path}~${randomUUID()}`
  const file = await open(draft, 'wx', 0o600)
  try {
    await file.writeFile(text)
    await file.datasync()
  } finally {
    await file.close()
  }
  return draft
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
