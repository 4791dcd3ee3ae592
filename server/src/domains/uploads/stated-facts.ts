import { decodeUtf8 } from '#contract/input/utf8.ts'
import { isCredible, truncateDate } from '#contract/partial-date.ts'
import {
  COMPANION_MAX_BYTES,
  cleanCompanionText,
  type UploadCompanion,
  uploadCompanion,
} from '#contract/upload-companion.ts'
import type { Context } from '../../context.ts'
import { Failure } from '../../http/failure.ts'
import type { Position } from '../../platform/gazetteer/gazetteer.ts'
import { toLocalTime } from '../../platform/images/index.ts'
import type { StatedDate } from '../photos/index.ts'
import type { UploadMetadata } from './upload-purposes.ts'

/** What the sender of an upload says about a photo besides its file. */
export interface StatedFacts {
  date: StatedDate | null
  title: string | null
  folder: string | null
  /** When the file was last changed: local date-time of the sender's device. */
  modifiedAt: string | null
  /** IANA zone of the sender's device. */
  timeZone: string | null
  /** Only its town may be stored, and only while places are on. */
  place: Position | null
}

/**
 * Parses the companion of a photo, its folder and the zone on the sender's device, and when its file was last changed. A zone or an
 * instant that does not exist, and texts without a visible character, are ignored. Throws 400 for a companion that is not base64url of
 * JSON in the form of the contract.
 */
export function parseStatedFacts(
  ctx: Context,
  { companion, folder, lastModified, timeZone: zoneText }: UploadMetadata,
): StatedFacts {
  const timeZone = parseTimeZone(zoneText)
  const modified = toLocalTime(parseInstant(lastModified), timeZone ?? 'UTC')
  const isCredibleTime = modified && isCredible({ at: modified.at, precision: 'second' }, ctx.clock.now())
  return {
    ...toStatedFacts(ctx, companion ? parseCompanion(companion) : {}),
    folder: cleanCompanionText(folder?.split(/[/\\]/).findLast(part => part.trim() !== '')) ?? null,
    modifiedAt: isCredibleTime ? modified.at : null,
    timeZone,
  }
}

/** Returns what a companion says about a photo. A date that is not credible and a position that is none are ignored. */
export function toStatedFacts(
  ctx: Context,
  { takenAt, offset, precision = 'second', corrects, title, place }: UploadCompanion,
): Pick<StatedFacts, 'date' | 'title' | 'place'> {
  const at = takenAt && truncateDate(takenAt, precision)
  const isDate = at !== undefined && isCredible({ at, precision }, ctx.clock.now())
  return {
    date: isDate ? { at, offset: offset ?? null, precision, corrects } : null,
    title: cleanCompanionText(title) ?? null,
    place:
      place && (place.lat !== 0 || place.lon !== 0) ? { latitude: place.lat, longitude: place.lon } : null,
  }
}

/** Parses milliseconds since 1970; NaN for anything else. */
const parseInstant = (text = '') => (/^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN)

/** Returns the name of an IANA zone as it is written there; null for others. */
function parseTimeZone(name: string | undefined): string | null {
  if (!name || !/^[A-Z]/i.test(name)) return null
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    // RangeError: there is no such zone.
    return null
  }
}

function parseCompanion(value: string) {
  const bytes = /^[A-Za-z\d_-]+$/.test(value) ? Buffer.from(value, 'base64url') : null
  const json = bytes && bytes.length <= COMPANION_MAX_BYTES ? parseJson(decodeUtf8(bytes)) : undefined
  const { data } = uploadCompanion.safeParse(json)
  if (!data)
    throw new Failure(
      'bad-request',
      `The companion must be base64url of JSON of at most ${COMPANION_MAX_BYTES} bytes`,
      {
        fields: { companion: 'not-valid' },
      },
    )
  return data
}

function parseJson(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
