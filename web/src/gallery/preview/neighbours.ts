/** Returns the position to show after a removal: the previous or the new first photo; null without photos. */
export function getPositionAfterRemoval(position: number, totalNow: number): number | null {
  if (totalNow <= 0) return null
  return Math.min(Math.max(0, position - 1), totalNow - 1)
}

/** Lists the positions around `middle`, at most `radius` away, nearest first. */
export function listPositionsAround(middle: number, radius: number, total: number): number[] {
  const positions = [middle]
  for (let distance = 1; distance <= radius; distance++) positions.push(middle + distance, middle - distance)
  return positions.filter(position => position >= 0 && position < total)
}
