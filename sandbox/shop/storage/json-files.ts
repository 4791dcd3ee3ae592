import { randomUUID } from 'node:crypto'
import { link, readFile, rename, rm, writeFile as writeText } from 'node:fs/promises'
import AsyncLock from 'async-lock'
import type { z } from 'zod'

/** Parses the file; undefined when it does not exist. */
export async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Replaces the file atomically. */
export async function writeFile(path: string, text: string): Promise<void> {
  await rename(await writeTemporary(path, text), path)
}

/** Creates the file atomically; false, and no change, when it exists. */
export async function createFile(path: string, text: string): Promise<boolean> {
  const temporary = await writeTemporary(path, text)
  try {
    await link(temporary, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return false
  } finally {
    await rm(temporary, { force: true })
  }
}

async function writeTemporary(path: string, text: string): Promise<string> {
  const temporary = `${path}~${randomUUID()}`
  await writeText(temporary, text, { mode: 0o600 })
  return temporary
}

/** Values by their ids, in one file. */
export interface JsonMap<V> {
  list(): [id: string, value: V][]
  find(id: string): V | undefined
  /** Changes a value, or adds one; undefined deletes it. Stored when it resolves. */
  change(id: string, change: (before: V | undefined) => V | undefined): Promise<V | undefined>
}

/** Opens the file of a map; an empty one without it. */
export async function openJsonMap<V>(path: string, schema: z.ZodType<V>): Promise<JsonMap<V>> {
  const stored = Object.entries(((await readJson(path)) ?? {}) as object)
  let values: ReadonlyMap<string, V> = new Map(stored.map(([id, value]) => [id, schema.parse(value)]))
  const lock = new AsyncLock()
  return {
    list: () => [...values],
    find: id => values.get(id),
    change: (id, change) =>
      lock.acquire('file', async () => {
        const before = values.get(id)
        const after = change(before)
        if (after === before) return before
        const all = new Map(values)
        if (after) all.set(id, after)
        else all.delete(id)
        await writeFile(path, JSON.stringify(Object.fromEntries(all)))
        values = all
        return after
      }),
  }
}
