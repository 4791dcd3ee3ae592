/** Bytes of the longest extra field of a time. */
export const EXTENDED_TIME_MAX = 36
const UNIX_TIME = 9
const NTFS_TIME = EXTENDED_TIME_MAX
/** 1601-01-01, where the 100 ns of NTFS begin. */
const NTFS_EPOCH_SECONDS = 11_644_473_600n

/**
 * Returns the seconds since 1970 of a wall-clock time 'YYYY-MM-DDTHH:mm:ss' before 1980, which the DOS format cannot
 * represent; undefined for later ones. The zone is taken as UTC; midnight, the time of a day without one, becomes noon, so that
 * readers in every zone show the day.
 */
export function findExtendedSeconds(wallClock: string | null): number | undefined {
  if (wallClock === null || wallClock >= '1980') return undefined
  const seconds = Date.parse(`${wallClock.replace('T00:00:00', 'T12:00:00')}Z`) / 1000
  return Number.isNaN(seconds) ? undefined : seconds
}

/** Returns the bytes of the extra field of `findExtendedSeconds`. */
export function getExtendedTimeLength(seconds: number | undefined): number {
  if (seconds === undefined) return 0
  return seconds >= 0 ? UNIX_TIME : NTFS_TIME
}

/**
 * Writes the time of modification, equal in local and central headers: from 1970 on as 0x5455 (extended timestamp of Info-ZIP), before as
 * 0x000a (APPNOTE 4.5.5). Negative seconds of 0x5455 are a time after 2038 for 7-Zip and libarchive, and none for unzip.
 */
export function writeExtendedTime(view: DataView, at: number, seconds: number): void {
  view.setUint16(at, seconds >= 0 ? 0x5455 : 0x000a, true)
  view.setUint16(at + 2, getExtendedTimeLength(seconds) - 4, true)
  if (seconds >= 0) {
    view.setUint8(at + 4, HAS_MODIFIED)
    view.setInt32(at + 5, seconds, true)
    return
  }
  const time = (BigInt(seconds) + NTFS_EPOCH_SECONDS) * 10_000_000n
  view.setUint32(at + 4, 0, true)
  view.setUint16(at + 8, 1, true)
  view.setUint16(at + 10, 24, true)
  for (const part of [12, 20, 28]) view.setBigUint64(at + part, time, true)
}

const HAS_MODIFIED = 1
