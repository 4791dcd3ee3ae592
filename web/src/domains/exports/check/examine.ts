import { BrokenZipError, isZip, type ZippedFile, zipEntries } from './zip-entries.ts'

/** What examining the customer's files tells, in order. */
export type Found =
  /** It begins with this file. */
  | { kind: 'file'; name: string }
  /** Bytes read so far, of all files. */
  | { kind: 'progress'; bytes: number }
  /** A file, loose or inside a zip, with these bytes is there. */
  | { kind: 'hash'; sha256: string }
  /** The file is cut or broken. */
  | { kind: 'damaged'; name: string }
  | { kind: 'done' }

/**
 * Hashes what is in the files: every entry of a zip, and every other file as it is. One photo at a time is in memory.
 * Goes on behind a damaged file. Throws where the browser has no cryptography (addresses without https).
 */
export async function examine(files: readonly File[], tell: (found: Found) => void): Promise<void> {
  let before = 0
  for (const file of files) {
    tell({ kind: 'file', name: file.name })
    const sound = (await isZip(file).catch(() => false))
      ? await examineZip(file, before, tell)
      : await examineLoose(file, tell)
    if (!sound) tell({ kind: 'damaged', name: file.name })
    before += file.size
    tell({ kind: 'progress', bytes: before })
  }
  tell({ kind: 'done' })
}

/** Answers whether it is whole. */
async function examineZip(zip: File, before: number, tell: (found: Found) => void): Promise<boolean> {
  const entries = await whole(zipEntries(zip))
  if (entries === null) return false
  let sound = true
  let bytes = before
  for (const entry of entries.filter(isPhoto)) {
    const content = await whole(entry.bytes())
    if (content === null) {
      sound = false
      continue
    }
    tell({ kind: 'hash', sha256: await sha256(content) })
    bytes += content.byteLength
    tell({ kind: 'progress', bytes: Math.min(bytes, before + zip.size) })
  }
  return sound
}

async function examineLoose(file: File, tell: (found: Found) => void): Promise<boolean> {
  // A file that was moved or removed meanwhile cannot be read.
  const content = await whole(file.arrayBuffer())
  if (content === null) return false
  tell({ kind: 'hash', sha256: await sha256(content) })
  return true
}

const isPhoto = ({ name }: ZippedFile) => name !== 'manifest.json' && name !== 'manifest.csv'

/** Null for what cannot be read to its end; anything else that goes wrong is nobody's broken file. */
async function whole<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading
  } catch (error) {
    const ofTheFile =
      error instanceof BrokenZipError || error instanceof DOMException || error instanceof TypeError
    if (ofTheFile) return null
    throw error
  }
}

async function sha256(bytes: ArrayBuffer): Promise<string> {
  const sum = await crypto.subtle.digest('SHA-256', bytes)
  return Array.from(new Uint8Array(sum), byte => byte.toString(16).padStart(2, '0')).join('')
}
