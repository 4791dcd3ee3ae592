/** Pixels of one byte. */
export interface GreyPlane {
  data: Uint8Array
  width: number
  height: number
}

/** Returns start and end of one of `fields` equal parts of a length; at least one pixel, also where parts overlap. */
export function getField(index: number, length: number, fields: number): [start: number, end: number] {
  const start = Math.min(Math.floor((index * length) / fields), Math.max(0, length - 1))
  return [start, Math.max(start + 1, Math.floor(((index + 1) * length) / fields))]
}
