import { StructureFault, type StructureFaultReason } from './errors.ts'
import type { RandomAccess } from './random-access.ts'
import { SNIFF_BYTES, sniffPicture } from './sniff.ts'
import { checkHeic } from './structure-heic.ts'
import { checkJpeg } from './structure-jpeg.ts'
import { checkPng } from './structure-png.ts'

/** The largest accepted picture, checked from its header alone (OP-10). */
export const MAX_PIXELS = 300_000_000

export type Structure =
  | { ok: true; width: number; height: number }
  | { ok: false; reason: StructureFaultReason }

const checkByType = { 'image/jpeg': checkJpeg, 'image/png': checkPng, 'image/heic': checkHeic }

/**
 * Checks that the file is a complete picture of an accepted type, by headers and structure. Decodes no pixels, so a
 * damaged body can still fail later. `width` and `height` are as stored, before any rotation.
 * Bytes appended after the picture are tolerated. Errors of `file.read` are thrown.
 */
export const checkStructure = async (file: RandomAccess): Promise<Structure> => {
  try {
    if (file.size === 0) throw new StructureFault('empty')
    const type = sniffPicture(await file.read(0, SNIFF_BYTES))
    if (!type) throw new StructureFault('unsupported-type')
    return { ok: true, ...(await checkByType[type](file, checkSize)) }
  } catch (error) {
    if (error instanceof StructureFault) return { ok: false, reason: error.reason }
    throw error
  }
}

const checkSize = (width: number, height: number) => {
  if (width === 0 || height === 0) throw new StructureFault('broken')
  if (width * height > MAX_PIXELS) throw new StructureFault('too-many-pixels')
}
