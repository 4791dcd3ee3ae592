import { sha256 } from '#web/platform/files/sha256.ts'
import { BrokenZipError, isZip, type ZippedFile, zipEntries } from './zip-entries.ts'

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
  let before = 0
  for (const file of files) {
    onEvent({ kind: 'file', name: file.name })
    const intact = (await isZip(file).catch(() => false))
      ? await scanZip(file, before, onEvent)
      : await scanFile(file, onEvent)
    if (!intact) onEvent({ kind: 'damaged', name: file.name })
    before += file.size
    onEvent({ kind: 'progress', bytes: before })
  }
  onEvent({ kind: 'done' })
}

/** Resolves with false if the zip is damaged. */
async function scanZip(zip: File, before: number, onEvent: (event: ScanEvent) => void): Promise<boolean> {
  const entries = await readable(zipEntries(zip))
  if (entries === null) return false
  let intact = true
  let bytes = before
  for (const entry of entries.filter(isPhoto)) {
    const content = await readable(entry.bytes())
    if (content === null) {
      intact = false
      continue
    }
    onEvent({ kind: 'hash', sha256: await sha256(content) })
    bytes += content.byteLength
    onEvent({ kind: 'progress', bytes: Math.min(bytes, before + zip.size) })
  }
  return intact
}

async function scanFile(file: File, onEvent: (event: ScanEvent) => void): Promise<boolean> {
  // A file that was moved or deleted since it was chosen cannot be read.
  const content = await readable(file.arrayBuffer())
  if (content === null) return false
  onEvent({ kind: 'hash', sha256: await sha256(content) })
  return true
}

const isPhoto = ({ name }: ZippedFile) => name !== 'manifest.json' && name !== 'manifest.csv'

/** Null if the file cannot be read to its end; rejects on every other error. */
async function readable<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading
  } catch (error) {
    const unreadable =
      error instanceof BrokenZipError || error instanceof DOMException || error instanceof TypeError
    if (unreadable) return null
    throw error
  }
}
