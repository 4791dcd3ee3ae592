import { crc32 } from 'node:zlib'
import { MAX_EXIF_BYTES } from '../metadata-blocks.ts'
import { MAX_CHUNKS } from '../png-chunks.ts'
import type { ByteReader } from './byte-reader.ts'
import { type PictureRoot, stripExifBlock } from './strip-tiff.ts'
import { stripXmp } from './strip-xmp.ts'

/** What is needed to show the picture (PNG 3rd edition, chapter 11): critical chunks, colours, frames. */
const KEPT_CHUNK =
  /^(?:[A-Z][A-Za-z]{3}|cHRM|gAMA|iCCP|sRGB|sBIT|cICP|mDCV|cLLI|bKGD|hIST|tRNS|pHYs|sPLT|acTL|fcTL|fdAT|iDOT)$/
/** The chunks of which something stays: Exif, and XMP that is neither compressed nor in a language. */
const STRIPPED_CHUNKS = [
  { type: 'eXIf', start: '', strip: stripExifBlock },
  { type: 'iTXt', start: 'XML:com.adobe.xmp\0\0\0\0\0', strip: stripXmp },
]
const HEAD_BYTES = 30
/** A private ancillary chunk, which decoders skip, in place of one that goes. */
const EMPTY_TYPE = 'voId'

/** Passes on a PNG with empty chunks in place of texts and unknown chunks, and zeros after its end or a fault. */
export async function* stripPng(reader: ByteReader, root: PictureRoot): AsyncGenerator<Buffer> {
  yield await reader.take(8)
  let type = ''
  for (let count = 0; count < MAX_CHUNKS && type !== 'IEND'; count++) {
    const head = (await reader.peek(HEAD_BYTES)).toString('latin1', 0, HEAD_BYTES)
    type = head.slice(4, 8)
    if (!/^[A-Za-z]{4}$/.test(type)) break
    const length = (await reader.peek(4)).readUInt32BE(0)
    const stripped = STRIPPED_CHUNKS.find(each => each.type === type && head.startsWith(each.start, 8))
    if (KEPT_CHUNK.test(type)) yield* reader.takeInParts(12 + length)
    else if (stripped && length <= MAX_EXIF_BYTES)
      yield stripChunk(await reader.take(12 + length), 8 + stripped.start.length, content =>
        stripped.strip(content, root),
      )
    else yield* emptyChunk(reader, length)
  }
  for await (const part of reader.takeInParts()) yield Buffer.alloc(part.length)
}

/** Strips the content of a chunk from `start`, and corrects its checksum. */
function stripChunk(chunk: Buffer, start: number, strip: (content: Buffer) => Buffer): Buffer {
  if (chunk.length < start + 4) return Buffer.alloc(chunk.length)
  const content = Buffer.concat([chunk.subarray(4, start), strip(chunk.subarray(start, -4))])
  return Buffer.concat([chunk.subarray(0, 4), content, toBytes(crc32(content))])
}

async function* emptyChunk(reader: ByteReader, length: number): AsyncGenerator<Buffer> {
  yield Buffer.concat([(await reader.take(8)).subarray(0, 4), Buffer.from(EMPTY_TYPE)])
  let checksum = crc32(EMPTY_TYPE)
  for await (const part of reader.takeInParts(length)) {
    const zeros = Buffer.alloc(part.length)
    checksum = crc32(zeros, checksum)
    yield zeros
  }
  yield toBytes(checksum).subarray(0, (await reader.take(4)).length)
}

function toBytes(checksum: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(checksum)
  return bytes
}
