import { StructureFault } from './errors.ts'
import type { RandomAccess } from './random-access.ts'

// Bounds the walk over a hostile file made of empty chunks.
export const MAX_CHUNKS = 200_000

/** A chunk; `offset` and `length` are those of its data. */
export type PngChunk = { type: string; offset: number; length: number }

/**
 * Reads the chunks of a PNG up to and including IEND (PNG 3rd edition, 5.3); bytes after IEND are ignored. Throws
 * StructureFault: 'truncated' when the file ends first, 'broken' when a chunk cannot be one.
 */
export async function* readPngChunks(file: RandomAccess): AsyncGenerator<PngChunk> {
  let position = 8
  for (let count = 0; count < MAX_CHUNKS; count++) {
    const header = await file.read(position, 8)
    if (header.length < 8) throw new StructureFault('truncated')
    const view = Buffer.from(header.buffer, header.byteOffset, 8)
    const length = view.readUInt32BE(0)
    const type = view.toString('latin1', 4, 8)
    if (length > 0x7fffffff || !/^[A-Za-z]{4}$/.test(type)) throw new StructureFault('broken')
    const end = position + 12 + length
    if (end > file.size) throw new StructureFault('truncated')
    yield { type, offset: position + 8, length }
    if (type === 'IEND') return
    position = end
  }
  throw new StructureFault('broken')
}
