/** Returns the CRC-32 of a zip entry's bytes (ISO/IEC 21320-1, the polynomial of ISO 3309), as an unsigned integer. */
export function crc32(bytes: ArrayBuffer): number {
  let crc = 0xffffffff
  for (const byte of new Uint8Array(bytes)) crc = TABLE[(crc ^ byte) & 0xff]! ^ (crc >>> 8)
  return ~crc >>> 0
}

const TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})
