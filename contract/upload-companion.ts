import { z } from 'zod'
import { hasVisibleCharacter, text } from './input/text.ts'
import { datePrecision } from './photos.ts'

/** Bytes of the JSON of a companion. */
export const COMPANION_MAX_BYTES = 2048

/**
 * Returns a title, or the name of a folder or an album, in one line of at most 200 characters (code points), as page and service clean it;
 * undefined without a visible character, or for what is no text.
 */
export function cleanCompanionText(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const cleaned = value
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .normalize('NFC')
    .trim()
  return hasVisibleCharacter(cleaned) ? [...cleaned].slice(0, TEXT_MAX).join('').trim() : undefined
}

const TEXT_MAX = 200

/**
 * What a file beside a photo says about it (Google Takeout, XMP), as the sender of an upload announces it: JSON in base64url as
 * `companion` in Upload-Metadata. Its date counts where the file has none of its own, and with `corrects` always. Other fields are ignored.
 */
export const uploadCompanion = z.object({
  /** Local date-time; one that is implausible is ignored. */
  takenAt: z.iso.datetime({ local: true, precision: 0 }).optional(),
  /** Minutes east of UTC. */
  offset: z.int().min(-1439).max(1439).optional(),
  /** How exactly `takenAt` is known; to the second without it. What is finer is ignored. */
  precision: datePrecision.optional(),
  /** `takenAt` is that of a sidecar, which exists to correct its file: it replaces a date of the file. */
  corrects: z.boolean().optional(),
  title: z.optional(text({ max: COMPANION_MAX_BYTES })),
  /**
   * Degrees. Only while the customer's places are on, for photos whose file has no position; its town is stored, it itself never. One that is not on earth is ignored.
   */
  place: z
    .object({ lat: z.number().min(-90).max(90), lon: z.number().min(-180).max(180) })
    .optional()
    .catch(undefined),
})
export type UploadCompanion = z.infer<typeof uploadCompanion>
