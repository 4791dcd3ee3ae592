import type { LegacyLocation } from '../config/config.ts'
import { folderLegacyStore } from './folder-legacy-store.ts'
import type { LegacyStore } from './legacy-store.ts'

/** Opens the store at this place; says nothing yet about whether it is there. */
export async function openLegacyStore(location: LegacyLocation): Promise<LegacyStore> {
  if ('folder' in location) return folderLegacyStore(location.folder)
  // Its client takes memory that a folder has no use for.
  const { s3LegacyStore } = await import('./s3-legacy-store.ts')
  return s3LegacyStore(location.s3, location.prefix)
}
