import type { Metadata } from '../../platform/images/index.ts'
import type { TakenPrecision, TakenSource } from './tables.ts'

/** The date of a new photo: local date-time 'YYYY-MM-DDTHH:mm:ss', or null without one. */
export interface PhotoDate {
  at: string | null
  /** Minutes east of UTC. */
  offset: number | null
  source: Exclude<TakenSource, 'customer'>
  precision: TakenPrecision
  /** Fraction of a second of the sort value, in microseconds: 0 to 999,999. */
  fraction: number
}

/** A local date-time 'YYYY-MM-DDTHH:mm:ss' that another file says, with minutes east of UTC. */
export interface StatedDate {
  at: string
  offset: number | null
}

/**
 * Decides which date a new photo has: its file, its companion, the file name, the index of an import. The caller has checked that stated dates are plausible. The fraction puts photos of one second in order: milliseconds of the camera, then the number of the file name.
 */
export function decideDate(
  file: Pick<Metadata, 'takenAt' | 'takenOffset' | 'takenSource' | 'takenPrecision' | 'takenMilliseconds'>,
  fileName: string,
  { companion, index }: { companion?: StatedDate | null; index?: StatedDate | null } = {},
): PhotoDate {
  const fraction = computeFraction(file.takenSource === 'file' ? file.takenMilliseconds : null, fileName)
  const toStatedDate = ({ at, offset }: StatedDate): PhotoDate => ({
    at,
    offset,
    source: 'companion',
    precision: 'second',
    fraction,
  })
  if (companion && file.takenSource !== 'file') return toStatedDate(companion)
  if (index && file.takenAt === null) return toStatedDate(index)
  return {
    at: file.takenAt,
    offset: file.takenOffset,
    source: file.takenSource ?? 'file',
    precision: file.takenPrecision,
    fraction,
  }
}

/**
 * Returns the fraction of a second in microseconds, always below one second: milliseconds, and microseconds from the
 * last number of the file name, whose last three digits count beside milliseconds and six without.
 */
export function computeFraction(milliseconds: number | null, fileName: string): number {
  const stem = fileName.replace(/\.[^.]*$/, '')
  const digits = /(\d+)\D*$/.exec(stem)?.[1] ?? '0'
  return milliseconds === null ? Number(digits.slice(-6)) : milliseconds * 1000 + Number(digits.slice(-3))
}
