import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import AsyncLock from 'async-lock'
import type { Logger } from 'pino'
import type { z } from 'zod'
import { createFile, readJson, writeFile } from './json-files.ts'

/** Stored records of one kind, one file each. */
export interface RecordFiles<R> {
  /** Stores a new record; false, and no change, when one with this id exists. */
  add(record: R): Promise<boolean>
  find(id: string): Promise<R | undefined>
  /** All records; unreadable ones are logged and left out. */
  list(): Promise<R[]>
  /**
   * Changes a record; changes of one record are serialized. An unchanged one is not stored again. Undefined when it
   * does not exist.
   */
  change(id: string, change: (record: R) => R): Promise<R | undefined>
  /** Deletes a record; false when it does not exist. */
  remove(id: string): Promise<boolean>
  /** Deletes the records for which `isDue` is true. */
  removeAll(isDue: (record: R) => boolean): Promise<void>
  /** Calls the listener after each record is stored, and with every stored one when `notifyOfStoredRecords` is called. */
  onStored(listener: (record: R) => void): void
  notifyOfStoredRecords(): Promise<void>
}

/** Opens the folder. `idPattern` protects the path. */
export async function openRecordFiles<R extends object>(
  folder: string,
  { schema, idPattern, getId }: { schema: z.ZodType<R>; idPattern: RegExp; getId: (record: R) => string },
  log: Logger,
): Promise<RecordFiles<R>> {
  await mkdir(folder, { recursive: true })
  const lock = new AsyncLock({ maxPending: Number.POSITIVE_INFINITY })
  const listeners: ((record: R) => void)[] = []
  const resolvePath = (id: string) => join(folder, `${id}.json`)
  const publish = (stored: R) => {
    for (const listener of listeners) listener(stored)
  }
  const find: RecordFiles<R>['find'] = async id => {
    const json = idPattern.test(id) ? await readJson(resolvePath(id)) : undefined
    return json === undefined ? undefined : schema.parse(json)
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
      await rm(resolvePath(id), { force: true })
      return true
    })
  return {
    find,
    list,
    async add(record) {
      const isNew = await createFile(resolvePath(getId(record)), JSON.stringify(record))
      if (isNew) publish(record)
      return isNew
    },
    change: (id, change) =>
      lock.acquire(id, async () => {
        const before = await find(id)
        if (!before) return undefined
        const after = change(before)
        if (after === before) return before
        await writeFile(resolvePath(id), JSON.stringify(after))
        publish(after)
        return after
      }),
    remove: id => remove(id),
    async removeAll(isDue) {
      for (const found of await list()) if (isDue(found)) await remove(getId(found), isDue)
    },
    onStored: listener => void listeners.push(listener),
    async notifyOfStoredRecords() {
      for (const stored of await list()) publish(stored)
    },
  }
}
