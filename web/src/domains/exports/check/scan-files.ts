import { sha256 } from '#web/platform/files/sha256.ts'
import { BrokenZipError, isZip, listZipEntries, type ZippedFile } from './zip-entries.ts'

/** Events of a scan, in order. */
export type ScanEvent =
  /** The scan of this file starts. */
  | { kind: 'file'; name: string }
  /** Bytes read so far, over all files. */
  | { kind: 'progress'; bytes: number }
  /** SHA-256 of a file, separate or inside a zip. */
  | { kind: 'hash'; sha256: string }
  /** The file is truncated or corrupt. */
  | { kind: 'damaged'; name: string }
  | { kind: 'done' }

/**
 * Hashes the files: every entry of a zip, and every other file as a whole. One photo at a time is in memory. Continues
 * after a damaged file. Throws where the browser has no cryptography (addresses without https).
 */
export async function scanFiles(files: readonly File[], onEvent: (event: ScanEvent) => void): Promise<void> {
  let bytesBefore = 0
  for (const file of files) {
    onEvent({ kind: 'file', name: file.name })
    const isIntact = (await isZip(file).catch(() => false))
      ? await scanZip(file, bytesBefore, onEvent)
      : await scanFile(file, onEvent)
    if (!isIntact) onEvent({ kind: 'damaged', name: file.name })
    bytesBefore += file.size
    onEvent({ kind: 'progress', bytes: bytesBefore })
  }
  onEvent({ kind: 'done' })
}

/** Resolves with false if the zip is damaged. */
async function scanZip(
  zip: File,
  bytesBefore: number,
  onEvent: (event: ScanEvent) => void,
): Promise<boolean> {
  const entries = await readOrNull(listZipEntries(zip))
  if (entries === null) return false
  let isIntact = true
  let bytes = bytesBefore
  for (const entry of entries.filter(isPhoto)) {
    const content = await readOrNull(entry.bytes())
    if (content === null) {
      isIntact = false
      continue
    }
    onEvent({ kind: 'hash', sha256: await sha256(content) })
    bytes += content.byteLength
    onEvent({ kind: 'progress', bytes: Math.min(bytes, bytesBefore + zip.size) })
  }
  return isIntact
}

async function scanFile(file: File, onEvent: (event: ScanEvent) => void): Promise<boolean> {
  // A file that was moved or deleted since it was chosen cannot be read.
  const content = await readOrNull(file.arrayBuffer())
  if (content === null) return false
  onEvent({ kind: 'hash', sha256: await sha256(content) })
  return true
}

const isPhoto = ({ name }: ZippedFile) => name !== 'manifest.json' && name !== 'manifest.csv'

/** Resolves with null if the file cannot be read to its end; rejects on every other error. */
async function readOrNull<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading
  } catch (error) {
    const isUnreadable =
      error instanceof BrokenZipError || error instanceof DOMException || error instanceof TypeError
    if (isUnreadable) return null
    throw error
  }
}
