import { mkdir } from 'node:fs/promises'
import type { Blobs } from './platform/blobs/blobs.ts'
import { createFolderBlobs } from './platform/blobs/folder-blobs.ts'
import { type Config, getDataPaths } from './platform/config/config.ts'

/** Opens the configured blob store, and does not claim it; the caller closes it. */
export async function openBlobStore({
  s3,
  dataDir,
  diskReservePercent,
}: Pick<Config, 's3' | 'dataDir' | 'diskReservePercent'>): Promise<Blobs> {
  const paths = getDataPaths(dataDir)
  if (!s3) return createFolderBlobs(paths.blobs, { reservePercent: diskReservePercent })
  await mkdir(paths.temp, { recursive: true })
  // Loaded on demand: a folder does not need the memory of the S3 client.
  return (await import('./platform/blobs/s3-blobs.ts')).createS3Blobs(s3, { tempDir: paths.temp })
}
