import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { z } from 'zod'

/**
 * Stored records of one kind by their ids: one file each, and all of them in memory. What a function does is stored when it
 * returns, so that no other change comes in between.
 */
export interface Records<R> {
  list(): [id: string, record: R][]
  find(id: string): R | undefined
  /** Changes a record; an unchanged one is not stored again. Undefined when it does not exist. */
  change(id: string, change: (before: R) => R): R | undefined
  /** Changes a record, or adds one. */
  upsert(id: string, change: (before: R | undefined) => R): R
  /** Deletes a record; false when it does not exist. */
  remove(id: string): boolean
  /** Deletes the records for which `isDue` is true. */
  removeAll(isDue: (record: R) => boolean): void
  /** Calls the listener with every existing record, then with each record that is stored. */
  onStored(listener: (record: R, id: string) => void): void
}

/** Opens the folder; what cannot be read is logged and left out. */
export function openRecords<R>(folder: string, schema: z.ZodType<R>, log: Logger): Records<R> {
  mkdirSync(folder, { recursive: true })
  const records = new Map<string, R>()
  const listeners: Parameters<Records<R>['onStored']>[0][] = []
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
    list: () => [...records],
    find: id => records.get(id),
    change(id, change) {
      const before = records.get(id)
      return before && store(id, before, change(before))
    },
    upsert(id, change) {
      const before = records.get(id)
      return store(id, before, change(before))
    },
    remove,
    removeAll(isDue) {
      for (const [id, record] of records) if (isDue(record)) remove(id)
    },
    onStored(listener) {
      listeners.push(listener)
      for (const [id, record] of records) listener(record, id)
    },
  }
}

/** Replaces the file atomically. */
export function replaceFile(path: string, text: string): void {
  writeFileSync(`${path}~`, text, { mode: 0o600 })
  renameSync(`${path}~`, path)
}
