import { saveFile } from './save-file.ts'

/** Long enough for every browser to read the address that it was given. */
const READ_MS = 60_000

/** Saves bytes that the page has as a file. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  saveFile(url, name)
  setTimeout(() => URL.revokeObjectURL(url), READ_MS)
}
