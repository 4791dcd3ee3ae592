/** Parses a position of the log (pg_lsn) such as '0/3000060'. */
export function parsePosition(text: string): bigint {
  const [high = '0', low = '0'] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

/** Returns the names of the log's segments that contain the positions from `start` to `end`, as pg_walfile_name. */
export function* listSegments(
  timeline: number,
  start: bigint,
  end: bigint,
  segmentBytes: bigint,
): Generator<string> {
  const perFile = (1n << 32n) / segmentBytes
  for (let segment = start / segmentBytes; segment <= end / segmentBytes; segment++)
    yield [BigInt(timeline), segment / perFile, segment % perFile]
      .map(part => part.toString(16).toUpperCase().padStart(8, '0'))
      .join('')
}

/** Whether the segment contains positions at or after `start`, on any timeline. */
export function isSegmentFrom(name: string, start: bigint, segmentBytes: bigint): boolean {
  const [, high, low] = /^[0-9A-F]{8}([0-9A-F]{8})([0-9A-F]{8})/.exec(name) ?? []
  if (!high || !low) return false
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`) * segmentBytes >= start - segmentBytes
}
