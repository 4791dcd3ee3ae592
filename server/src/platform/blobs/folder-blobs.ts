import { hash, randomUUID } from 'node:crypto'
import * as fs from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { type Clock, systemClock } from '../clock/clock.ts'
import { BlobMissingError, type Blobs } from './blobs.ts'
import { translateDiskError, withDiskErrors } from './disk-errors.ts'
import { createDiskReserve } from './disk-space.ts'
import { createDurableFiles, type Disk, isFileMissing } from './durable-files.ts'
import { createFileStream } from './file-stream.ts'
import { createFolderStaging } from './folder-staging.ts'
import { checkPrefix, parseKey } from './keys.ts'
import { tolerateErrors } from './limited-source.ts'

const ABANDONED_MS = 24 * 3600_000
const TEMP_NAME = /^blob-[0-9a-f-]{36}$/

/**
 * Creates a store of blobs in a folder of this machine: objects/account/kind/xx/name, where xx is a hash of the name,
 * so that a million photos of one account are spread over 256 folders; staging/id for staged uploads; label.json.
 * `tempDir` (default root/temp) must be on the same file system, else the first write fails. Temp files of a killed
 * process are removed after a day. Uploads leave `reservePercent` of the disk (default 0) free.
 */
export function createFolderBlobs(
  root: string,
  options: { tempDir?: string; clock?: Clock; disk?: Disk; reservePercent?: number } = {},
): Blobs {
  const objects = resolve(root, 'objects')
  const staging = resolve(root, 'staging')
  const temp = resolve(options.tempDir ?? join(root, 'temp'))
  const files = createDurableFiles(options.disk)
  const disk = options.disk ?? fs
  const reserve = createDiskReserve(resolve(root), options.reservePercent ?? 0)
  const prepare = runOnce(async () => {
    for (const folder of [objects, staging, temp]) await files.makeFolder(folder)
    await checkSameDisk(objects, temp)
    await removeAbandonedFiles(temp, options.clock ?? systemClock)
  })
  const resolvePath = (key: string) => {
    const [account, kind, name] = parseKey(key)
    return join(objects, account, kind, hash('sha256', name).slice(0, 2), name)
  }
  const store = async (target: string, bytes: Uint8Array | Readable) => {
    const file = join(temp, `blob-${randomUUID()}`)
    let sourceError: unknown
    if (bytes instanceof Readable) {
      tolerateErrors(bytes)
      bytes.once('error', error => {
        sourceError = error
      })
    }
    try {
      await prepare()
      try {
        const size = await files.write(file, bytes)
        await files.move(file, target)
        return { size }
      } catch (error) {
        await disk.rm(file, { force: true })
        throw error
      }
    } catch (error) {
      // An error of the source may have a system code, too, for example of a connection.
      throw error === sourceError ? error : translateDiskError(error)
    }
  }
  const label = resolve(root, 'label.json')
  return {
    put: async (key, bytes) => store(resolvePath(key), bytes),
    stat: async key => statFile(resolvePath(key)),
    read: (key, range) => createFileStream(resolvePath(key), `blob ${key}`, range),
    get: async key => readWholeFile(disk, resolvePath(key)),
    async remove(keys) {
      const paths = keys.map(resolvePath)
      await withDiskErrors(async () => {
        for (let i = 0; i < paths.length; i += 32)
          await Promise.all(paths.slice(i, i + 32).map(path => disk.rm(path, { force: true })))
        await removeEmptyFolders(new Set(paths.map(path => dirname(path))))
      })
    },
    async *list(prefix, afterAccount = null) {
      try {
        yield* listFiles(objects, checkPrefix(prefix), afterAccount)
      } catch (error) {
        throw translateDiskError(error)
      }
    },
    async withPath(key, work) {
      const path = resolvePath(key)
      if (!(await statFile(path))) throw new BlobMissingError(`There is no blob ${key}`)
      return work(path)
    },
    async checkSpace(bytes) {
      await withDiskErrors(async () => {
        await prepare()
        await reserve.check(bytes)
      })
    },
    async space() {
      await prepare()
      return reserve.space()
    },
    localPath: resolvePath,
    label: {
      read: async () => (await readWholeFile(disk, label))?.toString() ?? null,
      write: async text => void (await store(label, Buffer.from(text))),
    },
    staging: createFolderStaging({ folder: staging, files, disk, reserve, prepare, resolvePath }),
    close: async () => undefined,
  }
}

function runOnce(work: () => Promise<void>): () => Promise<void> {
  let result: Promise<void> | null = null
  return () => {
    // A failed attempt is retried by the next caller.
    result ??= work().catch(error => {
      result = null
      throw error
    })
    return result
  }
}

async function checkSameDisk(objects: string, temp: string): Promise<void> {
  if ((await fs.stat(objects)).dev !== (await fs.stat(temp)).dev)
    throw new Error(
      `${temp} must be on the same file system as ${objects}: files are renamed from one to the other`,
    )
}

async function removeAbandonedFiles(temp: string, clock: Clock): Promise<void> {
  const modifiedBefore = clock.now().getTime() - ABANDONED_MS
  for (const name of await fs.readdir(temp)) {
    if (!TEMP_NAME.test(name)) continue
    const stats = await returnNullIfMissing(() => fs.stat(join(temp, name)))
    if (stats && stats.mtimeMs < modifiedBefore) await fs.rm(join(temp, name), { force: true })
  }
}

/** Removes empty folders of name hash, kind and account. */
async function removeEmptyFolders(folders: Set<string>): Promise<void> {
  for (let level = 0, levelFolders = folders; level < 3 && levelFolders.size > 0; level++) {
    const parentFolders = new Set<string>()
    for (const folder of levelFolders) {
      try {
        await fs.rmdir(folder)
        parentFolders.add(dirname(folder))
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException
        if (code !== 'ENOTEMPTY' && code !== 'EEXIST' && code !== 'ENOENT') throw error
      }
    }
    levelFolders = parentFolders
  }
}

async function* listFiles(objects: string, prefix: string, afterAccount: string | null) {
  const prefixParts = prefix.split('/')
  // All parts of the prefix but the last are complete.
  const listMatchingNames = (folder: string, level: number) =>
    level < prefixParts.length - 1 ? [prefixParts[level]!] : listNames(folder, prefixParts[level] ?? '')
  const accounts = (await Array.fromAsync(listMatchingNames(objects, 0))).sort()
  for (const account of accounts.filter(each => afterAccount === null || each > afterAccount))
    for await (const kind of listMatchingNames(join(objects, account), 1))
      for await (const hashFolder of listNames(join(objects, account, kind), ''))
        for await (const name of listMatchingNames(join(objects, account, kind, hashFolder), 2)) {
          const stats = await returnNullIfMissing(() =>
            fs.stat(join(objects, account, kind, hashFolder, name)),
          )
          if (stats) yield { key: `${account}/${kind}/${name}`, size: stats.size, modified: stats.mtime }
        }
}

async function* listNames(folder: string, start: string) {
  const entries = await returnNullIfMissing(() => fs.opendir(folder))
  if (entries) for await (const entry of entries) if (entry.name.startsWith(start)) yield entry.name
}

const statFile = (path: string) => returnNullIfMissing(async () => ({ size: (await fs.stat(path)).size }))

function readWholeFile(disk: Disk, path: string): Promise<Buffer | null> {
  return returnNullIfMissing(async () => {
    const file = await disk.open(path, 'r')
    try {
      return await file.readFile()
    } finally {
      await file.close()
    }
  })
}

async function returnNullIfMissing<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    if (isFileMissing(error)) return null
    throw translateDiskError(error)
  }
}
