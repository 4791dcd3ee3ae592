import { sha256 } from '#web/platform/files/sha256.ts'
import { BrokenZipError, isZip, listZipEntries, type ZippedFile } from './zip-entries.ts'

/** Events of a scan, in order. */
export type ScanEvent =
  /** The scan of this file starts. */
  | { kind: 'file'; name: string }
  /** Bytes read so far, over all files. */
  | { kind: 'progress'; bytes: number }
  /** SHA-256 and length of a file: the entry of this name in the zip, or without `entry` the file itself. */
  | { kind: 'hash'; sha256: string; size: number; entry?: string }
  /** The file is truncated or corrupt; with `entry`, only this file inside it. */
  | { kind: 'damaged'; name: string; entry?: string }
  | { kind: 'done' }

/**
 * Hashes the files: every photo of a zip, and every other file as a whole; verifies every entry of a zip. One photo at a
 * time is in memory. Continues after a damaged file. Throws where the browser has no cryptography (addresses without
 * https).
 */
export async function scanFiles(files: readonly File[], onEvent: (event: ScanEvent) => void): Promise<void> {
  let bytesBefore = 0
  for (const file of files) {
    onEvent({ kind: 'file', name: file.name })
    if (file.name.toLowerCase().endsWith('.zip') || (await isZip(file).catch(() => false)))
      await scanZip(file, bytesBefore, onEvent)
    else await scanFile(file, onEvent)
    bytesBefore += file.size
    onEvent({ kind: 'progress', bytes: bytesBefore })
  }
  onEvent({ kind: 'done' })
}

async function scanZip(zip: File, bytesBefore: number, onEvent: (event: ScanEvent) => void): Promise<void> {
  const entries = await readOrNull(listZipEntries(zip))
  if (entries === null) return onEvent({ kind: 'damaged', name: zip.name })
  let bytes = bytesBefore
  for (const entry of entries) {
    const content = await readOrNull(entry.bytes())
    if (content === null) {
      onEvent({ kind: 'damaged', name: zip.name, entry: entry.name })
      continue
    }
    if (isPhoto(entry))
      onEvent({
        kind: 'hash',
        sha256: await sha256(content),
        size: content.byteLength,
        entry: entry.name,
      })
    bytes += content.byteLength
    onEvent({ kind: 'progress', bytes: Math.min(bytes, bytesBefore + zip.size) })
  }
}

async function scanFile(file: File, onEvent: (event: ScanEvent) => void): Promise<void> {
  // A file that was moved or deleted since it was chosen cannot be read.
  const content = await readOrNull(file.arrayBuffer())
  if (content === null) onEvent({ kind: 'damaged', name: file.name })
  else onEvent({ kind: 'hash', sha256: await sha256(content), size: content.byteLength })
}

/** Reported problems with orders are in 'orders/'. */
const isPhoto = ({ name }: ZippedFile) =>
  name !== 'manifest.json' && name !== 'manifest.csv' && !name.startsWith('orders/')

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
