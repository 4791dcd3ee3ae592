import type { Metadata } from '../../platform/images/index.ts'
import type { TakenPrecision, TakenSource } from './tables.ts'
import type { TakenDate } from './taken-columns.ts'

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
  const own: PhotoDate = {
    at: takenAt,
    offset: file.takenOffset,
    source: takenSource ?? 'file',
    precision: file.takenPrecision,
    fraction: computeFraction(takenSource === 'file' ? file.takenMilliseconds : null, fileName),
  }
  if (companion && isReplaced(own, companion)) return toPhotoDate(companion, own, fileName)
  return index && (takenAt === null || takenSource === 'changed') ? toPhotoDate(index, own, fileName) : own
}

/**
 * Whether the date that a companion says counts instead of the one that a photo has: that of a sidecar, unless it is the same second, of
 * which the photo knows zone and fraction; another one only where neither file nor companion said one. The customer's always stays.
 */
export function isReplaced({ at, source, precision }: TakenDate, stated: StatedDate): boolean {
  if (source === 'customer') return false
  if (at === null || source === 'name' || source === 'changed') return true
  return stated.corrects === true && !(stated.precision === precision && stated.at === at.replace(' ', 'T'))
}

/** Returns the date that another file says, in place of `own`. */
export function toPhotoDate(
  { at, offset, precision }: StatedDate,
  own: TakenDate,
  fileName: string,
): PhotoDate {
  // A date of a day or more was entered: its photos are in the order of their names.
  const isExact = own.source === 'file' && precision === 'second'
  const fraction = isExact ? own.fraction : computeFraction(null, fileName)
  return { at, offset, source: 'companion', precision, fraction }
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
