/**
 * Distributes `wanted` places among events of these sizes: one each, the largest first if there are too few, and the rest by
 * Sainte-Laguë on the square root of the size, never more than an event has.
 */
export function distributeSeats(sizes: readonly number[], wanted: number): number[] {
  const seats = sizes.map(() => 0)
  const bySize = sizes.map((_, event) => event).toSorted((a, b) => sizes[b]! - sizes[a]! || a - b)
  let left = wanted
  for (const event of bySize) {
    if (left === 0) return seats
    if (sizes[event]! === 0) continue
    seats[event] = 1
    left--
  }
  while (left > 0) {
    let next = -1
    let highest = 0
    sizes.forEach((size, event) => {
      const priority = seats[event]! < size ? Math.sqrt(size) / (2 * seats[event]! + 1) : 0
      if (priority > highest) [next, highest] = [event, priority]
    })
    if (next < 0) return seats
    seats[next]!++
    left--
  }
  return seats
}
