const SIGNATURES = [
  [0xff, 0xd8, 0xff],
  [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
] as const
/** Brands of HEIF files (ISO/IEC 23008-12); which codec they hold is decided by the service. */
const HEIF_BRAND = /^ftyp(?:hei|hev|mif1|msf1)/
const HEAD_BYTES = 16

/** Whether a file begins as a JPEG, PNG or HEIF; undefined for one that cannot be read. */
export async function hasPictureSignature(file: Blob): Promise<boolean | undefined> {
  let head: Uint8Array
  try {
    head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer())
  } catch {
    return undefined
  }
  return (
    SIGNATURES.some(signature => signature.every((byte, at) => head[at] === byte)) ||
    HEIF_BRAND.test(new TextDecoder('latin1').decode(head.subarray(4)))
  )
}
