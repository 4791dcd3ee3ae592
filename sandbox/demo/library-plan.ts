import { z } from 'zod'
import plan from './library-plan.json' with { type: 'json' }
import { day } from './moments.ts'

/** Sizes in pixels of the customers' files; those in pictures/ are smaller, with the same aspect ratio. */
export const formats = {
  wide: [1600, 1200],
  large: [2100, 1400],
  tall: [1200, 1600],
  square: [1500, 1500],
  panorama: [3600, 1200],
} as const
const format = z.enum(Object.keys(formats) as (keyof typeof formats)[])

/** The library that a picture of the demo belongs to. */
export type DemoLibrary = 'demo' | 'friend'

/** The album whose pictures a studio took and also has. */
export const WEDDING = 'Emma & Jonas, our wedding'

/** Names of the shared albums with pictures of both libraries. */
export const SHARED = { sea: 'A week by the sea', wedding: 'From the wedding guests' } as const

/** Degrees; north and east are positive. */
const position = z.tuple([z.number(), z.number()])
export type Position = z.infer<typeof position>

/** How a picture differs from the file of pictures/ that it is made of. */
const variation = z.strictObject({
  /** Moves what it shows, in shares of its width and height; 3 % of each are cut off. */
  shift: z.tuple([z.number(), z.number()]).optional(),
  /** Pixels of the finished picture. */
  blur: z.number().optional(),
  /** 1: as it is. */
  brightness: z.number().optional(),
  /** Turns it clockwise. */
  turn: z.literal(90).optional(),
  /** The colours of an old print; mirrored, so that it is another picture. */
  faded: z.literal(true).optional(),
  quality: z.int().optional(),
})
export type Variation = z.infer<typeof variation>

/** Pictures of one event, files of pictures/ without '.jpg'; `daysLater` counts from its first day. */
const occasion = z.strictObject({
  from: day,
  offset: z.string().optional(),
  /** The album its pictures are in. */
  album: z.string().optional(),
  /** Where they were taken. */
  position: position.optional(),
  shots: z.array(
    z.strictObject({
      daysLater: z.int(),
      time: z.string(),
      format,
      picture: z.string(),
      sharedAlbum: z.enum(SHARED).optional(),
      /** Further shots in a row, seconds from it. */
      burst: z.array(variation.extend({ seconds: z.int() })).default([]),
    }),
  ),
})
export type Occasion = z.infer<typeof occasion>

/** The pictures of the libraries, by how they are made. */
export const { occasions, friendOccasions, otherPictures, copies, scans } = z
  .strictObject({
    /** Newest first, as the library shows them. */
    occasions: z.array(occasion),
    /** Occasions of the friend's library: the journey and the wedding of the other library, and one more. */
    friendOccasions: z.array(occasion),
    /** Not from the camera; those without a day have no date, neither in Exif nor in their name. A PNG is used unchanged. */
    otherPictures: z.array(
      z.strictObject({
        from: day.optional(),
        time: z.string().optional(),
        name: z.string(),
        picture: z.union([z.strictObject({ png: z.string() }), z.strictObject({ format, jpeg: z.string() })]),
      }),
    ),
    /** The same picture once more: sent by a messenger, saved again, turned. Without date and camera in the file. */
    copies: z.array(
      z.strictObject({
        from: day,
        picture: z.string(),
        size: z.tuple([z.int(), z.int()]),
        /** Followed by '.jpg'; `{day}` is the day as 'YYYYMMDD'. */
        name: z.string(),
        variation,
        album: z.string().optional(),
      }),
    ),
    /** Scans of old prints: no date in the file, a year in some names. */
    scans: z.array(z.strictObject({ picture: z.string(), name: z.string() })),
  })
  .parse(plan)
