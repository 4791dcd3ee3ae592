import { isCredible, parsePartialDate } from '#contract/partial-date.ts'
import type { UploadCompanion } from '#contract/upload-companion.ts'
import type { Service } from './export-paths.ts'

/** A chosen file. */
export interface NamedFile {
  /** Path of its folder, '' without one. */
  folder: string
  name: string
}

/** What a file beside photos contains. */
export type CompanionContent =
  /** The companion of one photo. `fileName`: the name of the photo when it was added to Google Photos. */
  | { kind: 'photo'; facts: UploadCompanion; fileName?: string; isTrashed?: boolean }
  /** Describes the folder. */
  | { kind: 'album'; title: string }
  /** Says something about many photos of an export, or describes the export. */
  | { kind: 'index'; service: Service; entries: readonly IndexEntry[] }
  /** About something else. */
  | { kind: 'other' }
  | { kind: 'damaged' }

/** What an index says about a photo, which is found by the first of these that the entry has. */
export interface IndexEntry {
  /** Number in its name (Flickr). */
  id?: string
  /** Path below the folder of the export, or below that of the index. */
  path?: string
  /** Its name, in the folder of the index; with `inParts` in any part of the export, where it occurs once. */
  name?: string
  inParts?: true
  /** Day 'YYYY-MM-DD' in UTC and, if known, UUIDs of which one is in its name (Snapchat). */
  day?: string
  uuids?: readonly string[]
  facts: UploadCompanion
  /** Names of its albums. */
  albums?: readonly string[]
}

/** Returns the offset of this device's zone from UTC at an instant, minutes. */
export type GetOffset = (milliseconds: number) => number

/** Returns the facts of two companions of a photo. Those of the second count, but its date only if it is as exact, or corrects. */
export function mergeFacts(first: UploadCompanion | undefined, second: UploadCompanion): UploadCompanion {
  if (!first) return second
  const { takenAt, offset, precision, corrects, ...rest } = second
  if (!takenAt || (isExact(first) && !isExact(second) && !corrects)) return { ...first, ...rest }
  return { ...first, ...rest, takenAt, offset, precision, corrects }
}

const isExact = ({ takenAt, precision = 'second' }: UploadCompanion) =>
  takenAt !== undefined && precision === 'second'

/** Whether a local date-time exists, can be that of a photo, and is not what a format writes for an unknown time. */
export function isPlausibleDate(localDateTime: string, now: number): boolean {
  const date = parsePartialDate(localDateTime)
  return date?.at === localDateTime && isCredible(date, new Date(now))
}
