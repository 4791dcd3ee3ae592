import { z } from 'zod'
import { text } from './input/text.ts'
import { datePrecision } from './photos.ts'

/** Bytes of the JSON of a companion. */
export const COMPANION_MAX_BYTES = 2048
/** Characters of a title, and of the name of a folder. */
export const COMPANION_TEXT_MAX = 200

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
