import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import AsyncLock from 'async-lock'
import type { Logger } from 'pino'
import type { z } from 'zod'
import { createFile, readJson, writeFile } from './json-files.ts'

/** Stored records of one kind, one file each. What resolves is durable: a process may be killed at any line. */
export interface RecordFiles<R> {
  /** Stores a new record; false, and no change, when one with this id exists. */
  add(record: R): Promise<boolean>
  find(id: string): Promise<R | undefined>
  /** All records; one that cannot be read is logged and left out. */
  list(): Promise<R[]>
  /**
   * Changes a record; changes of one record run one at a time. An unchanged one is not stored again. Undefined when it does
   * not exist.
   */
  change(id: string, change: (record: R) => R): Promise<R | undefined>
  /** Deletes a record; false when it does not exist. */
  remove(id: string): Promise<boolean>
  /** Deletes the records for which `isDue` is true. */
  removeAll(isDue: (record: R) => boolean): Promise<void>
  /** Calls the listener after each record is stored, and with every stored record once when they are loaded. */
  onStored(listener: (record: R) => void): void
  /** Passes all records of an earlier process to the listeners. */
  load(): Promise<void>
}

/** Opens the folder, without what processes left behind that were killed while they wrote. `idPattern` protects the path. */
export async function openRecordFiles<R extends object>(
  folder: string,
  { schema, idPattern, idOf }: { schema: z.ZodType<R>; idPattern: RegExp; idOf: (record: R) => string },
  log: Logger,
): Promise<RecordFiles<R>> {
  await mkdir(folder, { recursive: true })
  const lock = new AsyncLock({ maxPending: Number.POSITIVE_INFINITY })
  const listeners: ((record: R) => void)[] = []
  const pathOf = (id: string) => join(folder, `${id}.json`)
  const publish = (stored: R) => {
    for (const listener of listeners) listener(stored)
  }
  const find: RecordFiles<R>['find'] = async id => {
    const found = idPattern.test(id) ? await readJson(pathOf(id)) : undefined
    return found === undefined ? undefined : schema.parse(found)
  }
  const list: RecordFiles<R>['list'] = async () => {
    const records: R[] = []
    for (const name of await readdir(folder)) {
      if (!name.endsWith('.json')) continue
      try {
        const found = await find(name.slice(0, -5))
        if (found) records.push(found)
      } catch (err) {
        log.error({ err, file: join(folder, name) }, 'record cannot be read: needs manual action')
      }
    }
    return records
  }
  const remove = (id: string, isDue: (record: R) => boolean = () => true) =>
    lock.acquire(id, async () => {
      const found = await find(id)
      if (!found || !isDue(found)) return false
      await rm(pathOf(id), { force: true })
      return true
    })
  await deleteTemporaryFiles(folder)
  return {
    find,
    list,
    async add(added) {
      const isNew = await createFile(pathOf(idOf(added)), JSON.stringify(added))
      if (isNew) publish(added)
      return isNew
    },
    change: (id, change) =>
      lock.acquire(id, async () => {
        const before = await find(id)
        if (!before) return undefined
        const after = change(before)
        if (after === before) return before
        await writeFile(pathOf(id), JSON.stringify(after))
        publish(after)
        return after
      }),
    remove: id => remove(id),
    async removeAll(isDue) {
      for (const found of await list()) if (isDue(found)) await remove(idOf(found), isDue)
    },
    onStored: listener => void listeners.push(listener),
    async load() {
      for (const stored of await list()) publish(stored)
    },
  }
}

async function deleteTemporaryFiles(folder: string): Promise<void> {
  for (const name of await readdir(folder))
    if (name.includes('.json~')) await rm(join(folder, name), { force: true })
}
