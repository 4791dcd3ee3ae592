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

/** A date that another file says; of an import, and of a companion. */
export interface StatedDate {
  /** Local date-time 'YYYY-MM-DDTHH:mm:ss'. */
  at: string
  /** Minutes east of UTC. */
  offset: number | null
  precision: TakenPrecision
  /** Of a sidecar: replaces another date of the file. */
  corrects?: boolean
}

/**
 * Decides which date a new photo has: a sidecar, its file, its companion, the file name, the index of an import, the last change of a
 * camera's file. The caller has checked that stated dates are credible. The fraction puts photos of one second in order: milliseconds of
 * the camera, then the number of the file name.
 */
export function decideDate(
  file: Pick<Metadata, 'takenAt' | 'takenOffset' | 'takenSource' | 'takenPrecision' | 'takenMilliseconds'>,
  fileName: string,
  { companion, index }: { companion?: StatedDate | null; index?: StatedDate | null } = {},
): PhotoDate {
  const { takenAt, takenSource } = file
  const isOfFile = takenSource === 'file' || takenSource === 'gps'
  // Of the same second the file knows zone and fraction.
  const isCorrected = companion?.corrects && !(isOfFile && isSameSecond(file, companion))
  const stated =
    (isCorrected || !isOfFile ? companion : null) ??
    (takenAt === null || takenSource === 'changed' ? index : null)
  // A date of a day or more was entered: its photos are in the order of their names.
  const isExact = takenSource === 'file' && (stated?.precision ?? 'second') === 'second'
  const fraction = computeFraction(isExact ? file.takenMilliseconds : null, fileName)
  if (stated) {
    const { at, offset, precision } = stated
    return { at, offset, source: 'companion', precision, fraction }
  }
  return {
    at: takenAt,
    offset: file.takenOffset,
    source: takenSource ?? 'file',
    precision: file.takenPrecision,
    fraction,
  }
}

const isSameSecond = (file: Pick<Metadata, 'takenAt' | 'takenPrecision'>, stated: StatedDate) =>
  stated.precision === 'second' && file.takenPrecision === 'second' && stated.at === file.takenAt

/**
 * Returns the fraction of a second in microseconds, always below one second: milliseconds, and microseconds from the
 * last number of the file name, whose last three digits count beside milliseconds and six without.
 */
export function computeFraction(milliseconds: number | null, fileName: string): number {
  const stem = fileName.replace(/\.[^.]*$/, '')
  const digits = /(\d+)\D*$/.exec(stem)?.[1] ?? '0'
  return milliseconds === null ? Number(digits.slice(-6)) : milliseconds * 1000 + Number(digits.slice(-3))
}
