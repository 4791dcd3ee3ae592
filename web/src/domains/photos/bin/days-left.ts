const DAY_MS = 86_400_000

/** Whole days a photo can still be brought back, counting the begun one; 0 when its time is over. */
export function daysLeft(erasedAt: string, now: number): number {
  return Math.max(0, Math.ceil((Date.parse(erasedAt) - now) / DAY_MS))
}
