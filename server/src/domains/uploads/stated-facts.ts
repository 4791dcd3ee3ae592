import { hasVisibleCharacter } from '#contract/input/text.ts'
import { decodeUtf8 } from '#contract/input/utf8.ts'
import { COMPANION_MAX_BYTES, COMPANION_TEXT_MAX, uploadCompanion } from '#contract/upload-companion.ts'
import type { Context } from '../../context.ts'
import { Failure } from '../../http/failure.ts'
import type { Position } from '../../platform/gazetteer/gazetteer.ts'
import { isPlausible } from '../../platform/images/index.ts'
import type { StatedDate } from '../photos/index.ts'

/** What the sender of an upload says about a photo besides its file. */
export interface StatedFacts {
  date: StatedDate | null
  title: string | null
  folder: string | null
  /** Only its town may be stored, and only while places are on. */
  place: Position | null
}

/**
 * Parses the companion of a photo and its folder on the sender's device. An implausible date, a position that is none
 * and texts without a visible character are ignored. Throws 400 for a companion that is not base64url of JSON in the form of the contract.
 */
export function parseStatedFacts(
  ctx: Context,
  { companion, folder }: Partial<Record<string, string>>,
): StatedFacts {
  const { takenAt, offset, title, place } = companion ? parseCompanion(companion) : {}
  const date = takenAt !== undefined && isPlausible(takenAt, ctx.clock.now())
  return {
    date: date ? { at: takenAt, offset: offset ?? null } : null,
    title: cleanText(title),
    folder: cleanText(folder?.split(/[/\\]/).findLast(part => part.trim() !== '')),
    place:
      place && (place.lat !== 0 || place.lon !== 0) ? { latitude: place.lat, longitude: place.lon } : null,
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

/** Returns a text that stands in one line, cut to COMPANION_TEXT_MAX characters. */
function cleanText(text: string | undefined): string | null {
  const cleaned = (text ?? '')
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .normalize('NFC')
    .trim()
  return hasVisibleCharacter(cleaned) ? [...cleaned].slice(0, COMPANION_TEXT_MAX).join('').trim() : null
}
