/** The requested range of a representation; `start` and `end` are byte positions, both inclusive. */
export type RangeAnswer =
  | { kind: 'whole' }
  | { kind: 'part'; start: number; end: number }
  | { kind: 'unsatisfiable' }

/**
 * Reads the Range and If-Range headers of a GET (RFC 9110 §13.1.5, §14.2) against a representation with this
 * strong `etag` (with its quotes) and `length` in bytes.
 * 'part' is answered with 206, 'unsatisfiable' with 416 and `Content-Range: bytes *\/length`. Everything that may be
 * ignored gives 'whole': other units, malformed or several ranges, an If-Range that is a date,
 * weak, or another tag.
 */
export function parseRange(
  header: string | undefined,
  ifRange: string | undefined,
  etag: string,
  length: number,
): RangeAnswer {
  if (header === undefined) return { kind: 'whole' }
  if (ifRange !== undefined && !matchesStrongly(ifRange.trim(), etag)) return { kind: 'whole' }

  const spec = matchSingleRange(header)
  if (spec === undefined) return { kind: 'whole' }
  const [, firstByte = '', lastByte = ''] = spec
  if (firstByte === '') {
    const suffix = Number(lastByte)
    if (suffix === 0 || length === 0) return { kind: 'unsatisfiable' }
    return { kind: 'part', start: Math.max(0, length - suffix), end: length - 1 }
  }
  const start = Number(firstByte)
  const end = lastByte === '' ? Number.POSITIVE_INFINITY : Number(lastByte)
  if (end < start) return { kind: 'whole' }
  if (start >= length) return { kind: 'unsatisfiable' }
  return { kind: 'part', start, end: Math.min(end, length - 1) }
}

function matchesStrongly(candidate: string, etag: string): boolean {
  return etag.startsWith('"') && candidate === etag
}

/** Returns the single well-formed range of the header; a list may hold empty members (RFC 9110 §5.6.1.2). */
function matchSingleRange(header: string): RegExpExecArray | undefined {
  const set = /^bytes=(.*)$/i.exec(header.trim())?.[1]
  if (set === undefined) return undefined
  const members = set
    .split(',')
    .map(member => member.trim())
    .filter(member => member !== '')
  if (members.length !== 1) return undefined
  return /^(?=.*\d)(\d*)-(\d*)$/.exec(members[0]!) ?? undefined
}
