/** Returns the page of `limit` rows, of which one more was read to find the end, and the position after it; null at the end. */
export function cutPage<Row, Position>(
  rows: Row[],
  limit: number,
  locate: (last: Row) => Position,
): { rows: Row[]; next: Position | null } {
  const last = rows[limit - 1]
  return { rows: rows.slice(0, limit), next: rows.length > limit && last ? locate(last) : null }
}
