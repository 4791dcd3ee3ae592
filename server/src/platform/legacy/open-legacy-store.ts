import type { LegacyLocation } from '../config/config.ts'
import { createFolderLegacyStore } from './folder-legacy-store.ts'
import type { LegacyStore } from './legacy-store.ts'

/** Opens the store at this location without checking that it exists. */
export async function openLegacyStore(location: LegacyLocation): Promise<LegacyStore> {
  if ('folder' in location) return createFolderLegacyStore(location.folder)
  // Loaded on demand: a folder does not need the memory of the S3 client.
  const { createS3LegacyStore } = await import('./s3-legacy-store.ts')
  return createS3LegacyStore(location.s3, location.prefix)
}
