const EARLIEST = packDosTime(1980, 1, 1, 0, 0, 0)
const LATEST = packDosTime(2107, 12, 31, 23, 59, 58)

/**
 * Returns a wall-clock time 'YYYY-MM-DDTHH:mm:ss' as MS-DOS date (high 16 bits) and time (low 16 bits). No time zone is
 * applied. Years outside 1980..2107 give the nearest end of that range, seconds are rounded down to even ones, a
 * missing time gives 1980-01-01 00:00 (an all-zero date has month 0, which readers refuse). Throws a RangeError for
 * anything that is not such a time.
 */
export function toDosTime(wallClock: string | null): number {
  if (wallClock === null) return EARLIEST
  const year = parseDigits(wallClock, 0, 4)
  const month = parseDigits(wallClock, 5, 7)
  const day = parseDigits(wallClock, 8, 10)
  const hour = parseDigits(wallClock, 11, 13)
  const minute = parseDigits(wallClock, 14, 16)
  const second = parseDigits(wallClock, 17, 19)
  const isValid =
    wallClock.length === 19 &&
    wallClock[4] === '-' &&
    wallClock[7] === '-' &&
    wallClock[10] === 'T' &&
    wallClock[13] === ':' &&
    wallClock[16] === ':' &&
    year >= 0 &&
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= 31 &&
    hour >= 0 &&
    hour <= 23 &&
    minute >= 0 &&
    minute <= 59 &&
    second >= 0 &&
    second <= 60
  if (!isValid) throw new RangeError(`not a wall-clock time: ${wallClock}`)
  if (year < 1980) return EARLIEST
  if (year > 2107) return LATEST
  return packDosTime(year, month, day, hour, minute, Math.min(second, 59))
}

function packDosTime(
  year: number,
  month: number,
  day: number,
  hour: number,
  minute: number,
  second: number,
): number {
  const date = ((year - 1980) << 9) | (month << 5) | day
  const time = (hour << 11) | (minute << 5) | (second >> 1)
  return date * 0x10000 + time
}

/** -1 unless all characters are digits. */
function parseDigits(text: string, from: number, to: number): number {
  let value = 0
  for (let at = from; at < to; at++) {
    const digit = text.charCodeAt(at) - 48
    if (!(digit >= 0 && digit <= 9)) return -1
    value = value * 10 + digit
  }
  return value
}
