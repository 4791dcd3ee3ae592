import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32, createInflateRaw } from 'node:zlib'
import yauzl from 'yauzl'
import { PRODUCT_FILE_MAX_BYTES } from '#contract/retailer-product-files.ts'
import type { Blobs } from '../../platform/blobs/blobs.ts'

/** Location of a PDF in a blob, with size and hash of the inflated PDF. */
export interface LocatedPdf extends PdfContent {
  content_start: number
  content_length: number
  deflated: boolean
}

interface PdfContent {
  size: number
  sha256: string
}

/** Thrown for a file that is neither a complete PDF nor a zip with exactly one PDF. The message names the reason. */
export class NotAPdfError extends Error {
  override name = 'NotAPdfError'
}

/**
 * Finds the PDF in a stored file of `length` bytes: the PDF itself, or a zip with the PDF as its only entry. Reads the
 * PDF once and does not trust the sizes and checksums of the zip. Memory does not grow with the file. Throws
 * NotAPdfError.
 */
export async function locatePdf(blobs: Blobs, key: string, length: number): Promise<LocatedPdf> {
  if (length < MIN_PDF_BYTES) throw new NotAPdfError('the file is too short')
  const start = await readFirstBytes(blobs, key)
  const content = start.startsWith(ZIP_START)
    ? await locateEntry(blobs, key, length)
    : { content_start: 0, content_length: length, deflated: false, declared: undefined }
  const { declared, ...location } = content
  const limit = declared?.size ?? PRODUCT_FILE_MAX_BYTES
  const { crc32: checksum, ...pdf } = await readPdf(openContent(blobs, { blob_key: key, ...location }), limit)
  if (declared && (declared.size !== pdf.size || declared.crc32 !== checksum))
    throw new NotAPdfError('the zip gives another size or checksum than its entry has')
  return { ...location, ...pdf }
}

/** Opens the inflated PDF of a blob. Destroying the stream ends the reading of the blob. */
export function openContent(
  blobs: Blobs,
  file: Omit<LocatedPdf, keyof PdfContent> & { blob_key: string },
): Readable {
  const end = file.content_start + file.content_length - 1
  const source = blobs.read(file.blob_key, { start: file.content_start, end })
  if (!file.deflated) return source
  const inflated = createInflateRaw()
  // An error of either stream destroys the returned stream.
  pipeline(source, inflated).catch(error => inflated.destroy(error))
  return inflated
}

const ZIP_START = 'PK\x03\x04'
const PDF_START = '%PDF-'
const PDF_END = '%%EOF'
/** Readers search the end marker in the last 1024 bytes (ISO 32000-2, 7.5.5). */
const PDF_END_SEARCH_BYTES = 1024
const MIN_PDF_BYTES = 20
const METHOD_STORED = 0
const METHOD_DEFLATED = 8

async function readFirstBytes(blobs: Blobs, key: string): Promise<string> {
  const bytes = await Array.fromAsync(blobs.read(key, { start: 0, end: PDF_START.length - 1 }))
  return Buffer.concat(bytes).toString('latin1')
}

/** Locates the content of the only entry of a zip. */
async function locateEntry(blobs: Blobs, key: string, length: number) {
  try {
    const zip = await yauzl.fromRandomAccessReaderPromise(new BlobReader(blobs, key), length, {
      autoClose: false,
      strictFileNames: true,
    })
    if (zip.entryCount !== 1) throw new NotAPdfError('the zip does not have exactly one entry')
    const { value: entry } = await zip.eachEntry().next()
    if (!entry) throw new NotAPdfError('the zip has no entry')
    checkEntry(entry)
    const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true })
    return {
      content_start: fileDataStart,
      content_length: entry.compressedSize,
      deflated: entry.compressionMethod === METHOD_DEFLATED,
      declared: { size: entry.uncompressedSize, crc32: entry.crc32 },
    }
  } catch (error) {
    if (error instanceof NotAPdfError || !isZipProblem(error)) throw error
    throw new NotAPdfError(`the zip is not valid: ${error.message}`, { cause: error })
  }
}

function checkEntry(entry: yauzl.Entry): void {
  const { fileName, compressionMethod, compressedSize, uncompressedSize } = entry
  if (entry.isEncrypted()) throw new NotAPdfError('the entry is encrypted')
  if (compressionMethod !== METHOD_STORED && compressionMethod !== METHOD_DEFLATED)
    throw new NotAPdfError('the entry is compressed by another method than deflate')
  if (fileName.endsWith('/') || compressedSize === 0) throw new NotAPdfError('the entry is empty')
  if (uncompressedSize > PRODUCT_FILE_MAX_BYTES) throw new NotAPdfError('the entry is too large')
}

/** Errors of the zip reader are plain Errors; errors of the blob store have a class or a code. */
const isZipProblem = (error: unknown): error is Error =>
  error instanceof Error && error.constructor === Error && !('code' in error)

/** Reads the stream to its end. Throws NotAPdfError as soon as it has more bytes than `limit`. */
async function readPdf(content: Readable, limit: number): Promise<PdfContent & { crc32: number }> {
  const hash = createHash('sha256')
  let [size, checksum] = [0, 0]
  let start = Buffer.alloc(0)
  let end = Buffer.alloc(0)
  try {
    for await (const chunk of content as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > limit) throw new NotAPdfError('the content is longer than it may be')
      hash.update(chunk)
      checksum = crc32(chunk, checksum)
      if (start.length < PDF_START.length) start = Buffer.concat([start, chunk]).subarray(0, PDF_START.length)
      end = Buffer.concat([end, chunk.subarray(-PDF_END_SEARCH_BYTES)]).subarray(-PDF_END_SEARCH_BYTES)
    }
  } catch (error) {
    if (!isInflateProblem(error)) throw error
    throw new NotAPdfError('the entry cannot be unpacked', { cause: error })
  }
  if (start.toString('latin1') !== PDF_START || !end.includes(PDF_END))
    throw new NotAPdfError('the content is not a PDF, or only a part of one')
  return { size, sha256: hash.digest('hex'), crc32: checksum }
}

const isInflateProblem = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^Z_[A-Z]+_ERROR$/.test(String(error.code))

/** Random access to a blob in any blob store. */
class BlobReader extends yauzl.RandomAccessReader {
  readonly #blobs: Blobs
  readonly #key: string

  constructor(blobs: Blobs, key: string) {
    super()
    this.#blobs = blobs
    this.#key = key
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return this.#blobs.read(this.#key, { start, end: end - 1 })
  }
}
