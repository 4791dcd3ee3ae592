import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Blobs } from './blobs.ts'
import { withDiskErrors } from './disk-errors.ts'
import { checkPrefix, parseKey } from './keys.ts'
import { tolerateErrors } from './limited-source.ts'
import { createS3Objects, type S3Location } from './s3-objects.ts'
import { createS3Staging } from './s3-staging.ts'

const BLOB_PREFIX = 'blobs/'
const LABEL_NAME = 'label.json'
/** The character after '/': names after all names of an account start with it or later. */
const AFTER_SLASH = '0'

/**
 * Creates a store of blobs in a bucket of any S3-compatible server: blobs/account/kind/name, staging/id/offset for
 * staged uploads, label.json. Needs the permission ListBucket besides reading and writing. The bucket needs a lifecycle
 * rule that aborts incomplete multipart uploads after a day, because killed processes leave them. `tempDir` is for the
 * copies of withPath.
 */
export function createS3Blobs(
  location: S3Location,
  options: { tempDir?: string; pageSize?: number } = {},
): Blobs {
  const objects = createS3Objects(location, options.pageSize)
  const toObjectName = (key: string) => BLOB_PREFIX + parseKey(key).join('/')
  return {
    async put(key, bytes) {
      const name = toObjectName(key)
      if (bytes instanceof Readable) {
        tolerateErrors(bytes)
        return { size: await objects.upload(name, bytes) }
      }
      await objects.put(name, bytes)
      return { size: bytes.length }
    },
    stat: async key => objects.stat(toObjectName(key)),
    read: (key, range) => objects.read(toObjectName(key), range),
    get: async key => objects.get(toObjectName(key)),
    remove: async keys => objects.remove(keys.map(toObjectName)),
    async *list(prefix, afterAccount = null) {
      const startAfter = afterAccount === null ? undefined : BLOB_PREFIX + afterAccount + AFTER_SLASH
      for await (const { name, size, modified } of objects.list(
        BLOB_PREFIX + checkPrefix(prefix),
        startAfter,
      ))
        yield { key: name.slice(BLOB_PREFIX.length), size, modified }
    },
    checkSpace: async () => undefined,
    space: async () => null,
    async withPath(key, work) {
      const name = toObjectName(key)
      const folder = await withDiskErrors(() => mkdtemp(join(options.tempDir ?? tmpdir(), 'blob-')))
      try {
        const path = join(folder, 'copy')
        await withDiskErrors(() => pipeline(objects.read(name), createWriteStream(path)))
        return await work(path)
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },
    localPath: () => null,
    label: {
      async read() {
        const bytes = await objects.get(LABEL_NAME)
        return bytes && Buffer.from(bytes).toString()
      },
      write: text => objects.put(LABEL_NAME, Buffer.from(text)),
    },
    staging: createS3Staging(objects, toObjectName),
    close: async () => objects.close(),
  }
}
