import { createHash } from 'node:crypto'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Blobs } from '../blobs.ts'
import { createFolderBlobs } from '../folder-blobs.ts'
import { createS3Blobs } from '../s3-blobs.ts'
import { getUploadsFolder, startS3Server } from './s3-server.ts'

export interface Store {
  open(): Blobs
  /** Files on disk that are neither blobs nor staged uploads. */
  temporaryFiles(): Promise<string[]>
  close(): Promise<void>
}

/** Every kind of store, started in an empty folder, so that each test runs on all. */
export const stores: Record<string, (root: string) => Promise<Store>> = {
  folder: async root => ({
    open: () => createFolderBlobs(root),
    temporaryFiles: () => listFilesBelow(join(root, 'temp')),
    close: async () => undefined,
  }),
  S3: async root => {
    const tempDir = join(root, 'copies')
    await mkdir(tempDir)
    const server = await startS3Server(join(root, 'server'))
    return {
      // Two keys per page, so that every listing has several pages.
      open: () => createS3Blobs(server.location, { tempDir, pageSize: 2 }),
      temporaryFiles: async () => [
        ...(await listFilesBelow(tempDir)),
        ...(await listFilesBelow(getUploadsFolder(join(root, 'server')))),
      ],
      close: server.close,
    }
  },
}

export function* slices(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

let token = 0

/** Returns a token that is higher than all earlier ones. */
export const nextToken = () => ++token

/** Size and hash that commit expects of these bytes. */
export const toReceivedBytes = (bytes: Uint8Array | string) => ({
  size: Buffer.byteLength(bytes),
  sha256: sha256(Buffer.from(bytes)),
})

/** Creates a source that delivers the bytes and then fails. */
export function createFailingSource(bytes: Uint8Array): Readable {
  return Readable.from(
    (async function* () {
      yield* slices(bytes, 65_536)
      throw new Error('connection lost')
    })(),
  )
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

async function listFilesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(error => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return entries.filter(entry => entry.isFile()).map(entry => entry.name)
}
