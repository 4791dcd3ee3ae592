import { createS3Objects, type S3Location } from '../blobs/s3-objects.ts'
import type { LegacyStore } from './legacy-store.ts'

/**
 * Creates the legacy store below a prefix of a bucket ('' is the whole bucket). Needs permission to read and list
 * objects only.
 */
export function createS3LegacyStore(location: S3Location, prefix: string): LegacyStore {
  const objects = createS3Objects(location)
  const base = prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`
  return {
    stat: path => objects.stat(base + path),
    get: path => objects.get(base + path),
    read: (path, size) => objects.read(base + path, { start: 0, end: size - 1 }),
    close: () => objects.close(),
  }
}
