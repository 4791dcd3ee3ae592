export type PictureType = 'image/jpeg' | 'image/png' | 'image/heic'

/** The number of bytes `sniffPicture` needs from the start of a file; with fewer it recognises fewer files. */
export const SNIFF_BYTES = 4096

const heicBrands = new Set(['heic', 'heix', 'hevc', 'hevx', 'heim', 'heis', 'hevm', 'hevs'])
const avifBrands = new Set(['avif', 'avis'])

/**
 * Returns the picture type by content alone, null for everything that is not accepted. AVIF shares
 * HEIC's container but not its codec and is refused.
 */
export const sniffPicture = (head: Uint8Array): PictureType | null => {
  if (startsWithMagic(head, [0xff, 0xd8, 0xff])) return 'image/jpeg'
  if (startsWithMagic(head, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'image/png'
  return isHeic(head) ? 'image/heic' : null
}

const startsWithMagic = (head: Uint8Array, magic: number[]) => magic.every((byte, at) => head[at] === byte)

const isHeic = (head: Uint8Array) => {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength)
  if (bytes.length < 16 || bytes.toString('latin1', 4, 8) !== 'ftyp') return false
  const end = Math.min(bytes.readUInt32BE(0), bytes.length)
  const major = bytes.toString('latin1', 8, 12)
  const brands = [major]
  for (let at = 16; at + 4 <= end; at += 4) brands.push(bytes.toString('latin1', at, at + 4))
  if (avifBrands.has(major)) return false
  if (brands.some(brand => heicBrands.has(brand))) return true
  // A generic HEIF brand does not name the codec: an item type or decoder configuration of HEVC does.
  const isHeif = brands.includes('mif1') || brands.includes('msf1')
  if (!isHeif || brands.some(brand => avifBrands.has(brand))) return false
  return bytes.includes('hvc1', end) || bytes.includes('hvcC', end)
}
