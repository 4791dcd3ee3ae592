/** Positions in the library, both included, in any order. */
export interface Range {
  from: number
  to: number
}

export function isInRange(range: Range | null, position: number): boolean {
  return (
    range !== null && position >= Math.min(range.from, range.to) && position <= Math.max(range.from, range.to)
  )
}
