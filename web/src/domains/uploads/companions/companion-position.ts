/** A position on earth in degrees; north and east are positive. */
export interface CompanionPosition {
  latitude: number
  longitude: number
}

/** Reads a position of Google Takeout; 0°, 0° is none, and so is one that is not on earth. */
export function parsePosition(value: unknown): CompanionPosition | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { latitude, longitude } = value as Record<string, unknown>
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return undefined
  const isOnEarth = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
  return isOnEarth && (latitude !== 0 || longitude !== 0) ? { latitude, longitude } : undefined
}
