import { isCredible, parsePartialDate } from '#contract/partial-date.ts'
import type { UploadCompanion } from '#contract/upload-companion.ts'
import type { Service } from './export-paths.ts'

/** A chosen file. */
export interface NamedFile {
  /** Path of its folder, '' without one. */
  folder: string
  name: string
}

/** What a companion says about its photo, as it is sent to the service. A date that replaces another one sets all its fields. */
export interface CompanionFacts extends Pick<UploadCompanion, 'precision' | 'corrects'> {
  /** Local date-time 'YYYY-MM-DDTHH:mm:ss'. */
  takenAt?: string
  /** Minutes; unknown for a local time without zone. */
  offset?: number
  /** At most 200 characters. */
  title?: string
  /** Degrees; only while the customer's places are on. */
  place?: { lat: number; lon: number }
}

/** What a file beside photos contains. */
export type CompanionContent =
  /** The companion of one photo. `fileName`: the name of the photo when it was added to Google Photos. */
  | { kind: 'photo'; facts: CompanionFacts; fileName?: string; isTrashed?: boolean }
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
  facts: CompanionFacts
  /** Names of its albums. */
  albums?: readonly string[]
}

/** Returns the offset of this device's zone from UTC at an instant, minutes. */
export type GetOffset = (milliseconds: number) => number

const TITLE_CHARACTERS = 200

/** Cleans the title of a photo or album; undefined without a visible character. */
export function cleanTitle(title: unknown): string | undefined {
  if (typeof title !== 'string') return undefined
  const cleaned = title
    .toWellFormed()
    .replace(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .normalize('NFC')
    .trim()
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(cleaned)
    ? [...cleaned].slice(0, TITLE_CHARACTERS).join('').trim()
    : undefined
}

/** Returns the facts of two companions of a photo. Those of the second count, but its date only if it is as exact, or corrects. */
export function mergeFacts(first: CompanionFacts | undefined, second: CompanionFacts): CompanionFacts {
  if (!first) return second
  const { takenAt, offset, precision, corrects, ...rest } = second
  if (!takenAt || (isExact(first) && !isExact(second) && !corrects)) return { ...first, ...rest }
  return { ...first, ...rest, takenAt, offset, precision, corrects }
}

const isExact = ({ takenAt, precision = 'second' }: CompanionFacts) =>
  takenAt !== undefined && precision === 'second'

/** Whether a local date-time exists, can be that of a photo, and is not what a format writes for an unknown time. */
export function isPlausibleDate(localDateTime: string, now: number): boolean {
  const date = parsePartialDate(localDateTime)
  return date?.at === localDateTime && isCredible(date, new Date(now))
}
