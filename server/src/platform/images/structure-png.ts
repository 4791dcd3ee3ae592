import { StructureFault } from './errors.ts'
import { readPngChunks } from './png-chunks.ts'
import { createBufferedAccess, type RandomAccess } from './random-access.ts'

const IEND_CHUNK = Buffer.from('0000000049454e44ae426082', 'hex')

/** Size from IHDR. `admit` may reject it before the rest is read; throws StructureFault. */
export const checkPng = async (file: RandomAccess, admit: (width: number, height: number) => void) => {
  const head = Buffer.from(await file.read(0, 33))
  if (head.length < 33) throw new StructureFault('truncated')
  if (head.readUInt32BE(8) !== 13 || head.toString('latin1', 12, 16) !== 'IHDR')
    throw new StructureFault('broken')
  const size = { width: head.readUInt32BE(16), height: head.readUInt32BE(20) }
  admit(size.width, size.height)
  // A file that ends with IEND is not truncated; only pictures with appended data need the walk.
  const tail = await file.read(Math.max(33, file.size - IEND_CHUNK.length), IEND_CHUNK.length)
  if (IEND_CHUNK.equals(tail)) return size
  for await (const _ of readPngChunks(createBufferedAccess(file)));
  return size
}
