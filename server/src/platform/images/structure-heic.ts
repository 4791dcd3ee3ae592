import { StructureFault } from './errors.ts'
import { type HeicExtent, type HeicMeta, readHeicMeta } from './heic-boxes.ts'
import type { RandomAccess } from './random-access.ts'

/**
 * Reads the size from ispe of the primary item. `admit` may reject any size in the file; throws StructureFault. Every
 * extent must be within the file, because decoders show a truncated HEIC with grey areas and no error.
 */
export const checkHeic = async (file: RandomAccess, admit: (width: number, height: number) => void) => {
  const meta = await readHeicMeta(file)
  const primary = meta.items.get(meta.primary)
  if (!primary?.size) throw new StructureFault('broken')
  if (primary.type === 'av01' || primary.type === 'jpeg') throw new StructureFault('unsupported-type')
  for (const { width, height } of meta.sizes) admit(width, height)
  for (const { extents } of meta.items.values()) for (const extent of extents) checkExtent(file, meta, extent)
  return primary.size
}

const checkExtent = (file: RandomAccess, meta: HeicMeta, { offset, length, inIdat }: HeicExtent) => {
  if (inIdat && offset + length > (meta.idat?.length ?? 0)) throw new StructureFault('broken')
  if (!inIdat && offset + length > file.size) throw new StructureFault('truncated')
}
