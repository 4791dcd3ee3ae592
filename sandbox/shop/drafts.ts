import { createHash } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import AsyncLock from 'async-lock'
import { z } from 'zod'
import { createFile, isMissing, readJson, writeFile } from './storage/json-files.ts'

export const draftPhoto = z.object({
  id: z.string(),
  position: z.int(),
  name: z.string(),
  width: z.int(),
  height: z.int(),
  /** Code of the print size. */
  size: z.string(),
  /** 0: not printed. */
  quantity: z.int().min(0),
})
export type DraftPhoto = z.infer<typeof draftPhoto>

/** A product with all photos of the draft, instead of prints. */
export const draftProduct = z.object({
  /** Code of the article. */
  article: z.string(),
  title: z.string(),
  quantity: z.int().min(1),
  /** The business that orders a studio pack. */
  company: z.string().optional(),
})
export type DraftProduct = z.infer<typeof draftProduct>

/** A draft order, composed from a temporary selection; its id is the selection's. */
const draft = z.object({
  id: z.string(),
  /**
   * Hash of the cookie of the browser that opened it first; empty before. Other browsers are refused, even with the
   * address.
   */
  visitor: z.string(),
  accountId: z.string(),
  channel: z.string(),
  libraryUrl: z.string(),
  /** The page of the original order of a reorder. */
  returnUrl: z.string().optional(),
  expires: z.string(),
  photos: z.array(draftPhoto),
  /** The ordered product; absent: prints. */
  product: draftProduct.optional(),
  /** The project that it was saved as, or continues, with its version. */
  project: z.object({ id: z.string(), version: z.int() }).optional(),
})
export type Draft = z.infer<typeof draft>

export interface Drafts {
  find(id: string): Promise<Draft | undefined>
  /** Creates a draft; false when one with this id exists. */
  add(draft: Draft): Promise<boolean>
  /** Changes a draft; changes of one draft run one at a time. Undefined when it does not exist. */
  change(id: string, change: (draft: Draft) => Draft): Promise<Draft | undefined>
  /** Deletes the drafts of an account. */
  deleteByAccount(accountId: string): Promise<void>
  /** Deletes drafts whose selection has expired, and temporary files of interrupted writes. */
  deleteExpired(now: Date): Promise<void>
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function openDrafts(folder: string): Drafts {
  const lock = new AsyncLock({ maxPending: Number.POSITIVE_INFINITY })
  const resolvePath = (id: string) => join(folder, `${id}.json`)
  const find = async (id: string) => {
    const found = ID.test(id) ? await readJson(resolvePath(id)) : undefined
    return found === undefined ? undefined : draft.parse(found)
  }
  return {
    find,
    add: added => createFile(resolvePath(added.id), JSON.stringify(added)),
    change: (id, change) =>
      lock.acquire(id, async () => {
        const before = await find(id)
        if (!before) return undefined
        const after = change(before)
        if (after !== before) await writeFile(resolvePath(id), JSON.stringify(after))
        return after
      }),
    async deleteByAccount(accountId) {
      for (const name of await readdir(folder)) {
        const id = name.replace(/\.json$/, '')
        await lock.acquire(id, async () => {
          if ((await find(id))?.accountId === accountId) await rm(resolvePath(id), { force: true })
        })
      }
    },
    async deleteExpired(now) {
      for (const name of await readdir(folder)) {
        const path = join(folder, name)
        // A temporary file of a process that crashed while writing.
        if (!name.endsWith('.json')) await rm(path, { force: true })
        else if (new Date((await find(name.slice(0, -5)))?.expires ?? 0) <= now)
          await rm(path).catch(error => {
            if (!isMissing(error)) throw error
          })
      }
    },
  }
}

export const hashVisitor = (visitor: string) => createHash('sha256').update(visitor).digest('base64url')
