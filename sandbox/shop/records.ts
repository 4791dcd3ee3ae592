import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { z } from 'zod'

/**
 * Stored records of one kind by their ids: one file each, and all of them in memory. What a function does is stored when it
 * returns, so that no other change comes in between.
 */
export type Records<R> = ReturnType<typeof openRecords<R>>

/** Opens the folder; what cannot be read is logged and left out. */
export function openRecords<R>(folder: string, schema: z.ZodType<R>, log: Logger) {
  mkdirSync(folder, { recursive: true })
  const records = new Map<string, R>()
  const listeners: Listener<R>[] = []
  const parse = (json: string) => schema.parse(JSON.parse(json))
  for (const file of readdirSync(folder)) {
    if (!file.endsWith('.json')) continue
    try {
      const record = parse(readFileSync(join(folder, file), 'utf8'))
      records.set(decodeURIComponent(file.slice(0, -'.json'.length)), record)
    } catch (err) {
      log.error({ err, file: join(folder, file) }, 'record cannot be read: needs manual action')
    }
  }
  const getPath = (id: string) => join(folder, `${encodeURIComponent(id)}.json`)
  const store = (id: string, before: R | undefined, after: R): R => {
    if (after === before) return after
    const json = JSON.stringify(after)
    replaceFile(getPath(id), json)
    // As the next process reads it.
    const stored = parse(json)
    records.set(id, stored)
    for (const listener of listeners) listener(stored, id)
    return stored
  }
  const remove = (id: string) => {
    rmSync(getPath(id), { force: true })
    return records.delete(id)
  }
  return {
    list: (): [id: string, record: R][] => [...records],
    find: (id: string): R | undefined => records.get(id),
    /** Changes a record; an unchanged one is not stored again. Undefined when it does not exist. */
    change(id: string, change: (before: R) => R): R | undefined {
      const before = records.get(id)
      return before && store(id, before, change(before))
    },
    /** Changes a record, or adds one. */
    upsert(id: string, change: (before: R | undefined) => R): R {
      const before = records.get(id)
      return store(id, before, change(before))
    },
    /** Deletes a record; false when it does not exist. */
    remove,
    /** Deletes the records for which `isDue` is true. */
    removeAll(isDue: (record: R) => boolean): void {
      for (const [id, record] of records) if (isDue(record)) remove(id)
    },
    /** Calls the listener with every existing record, then with each record that is stored. */
    onStored(listener: Listener<R>): void {
      listeners.push(listener)
      for (const [id, record] of records) listener(record, id)
    },
  }
}

type Listener<R> = (record: R, id: string) => void

/** Replaces the file atomically. */
export function replaceFile(path: string, text: string): void {
  writeFileSync(`${path}~`, text, { mode: 0o600 })
  renameSync(`${path}~`, path)
}
