import { Readable } from 'node:stream'
import type { Blobs } from '../../platform/blobs/blobs.ts'
import { type LocatedPdf, openContent } from './locate-pdf.ts'

/**
 * Opens the bytes `start`..`end` (both inclusive) of the inflated PDF. A deflated PDF is inflated from its start,
 * because deflate has no random access.
 */
export function openContentPart(
  blobs: Blobs,
  file: LocatedPdf & { blob_key: string },
  start: number,
  end: number,
): Readable {
  if (start === 0 && end === file.size - 1) return openContent(blobs, file)
  if (file.deflated) return Readable.from(sliceBytes(openContent(blobs, file), start, end))
  return openContent(blobs, {
    ...file,
    content_start: file.content_start + start,
    content_length: end - start + 1,
  })
}

/** Yields the bytes `start`..`end`, and ends the stream after the last one. */
async function* sliceBytes(content: AsyncIterable<Buffer>, start: number, end: number) {
  let position = 0
  for await (const chunk of content) {
    const part = chunk.subarray(Math.max(0, start - position), Math.max(0, end + 1 - position))
    position += chunk.length
    if (part.length > 0) yield part
    if (position > end) return
  }
}
