import type { Day } from './moments.ts'
import type { Format } from './shots.ts'

/** How a picture differs from the file of pictures/ that it is made of. */
export interface Variation {
  /** Moves what it shows, in shares of its width and height; 3 % of each are cut off. */
  shift?: readonly [x: number, y: number]
  /** Pixels of the finished picture. */
  blur?: number
  /** 1: as it is. */
  brightness?: number
  /** Turns it clockwise. */
  turn?: 90
  /** The colours of an old print; mirrored, so that it is another picture. */
  faded?: true
  quality?: number
}

/** Shots in a row: further ones of a picture of `occasions`, seconds from it. */
export const bursts: readonly {
  from: Day
  daysLater: number
  /** Of the picture in `occasions`. */
  time: string
  format: Format
  picture: string
  shots: readonly (readonly [seconds: number, Variation])[]
}[] = [
  {
    from: { daysAgo: 2 },
    daysLater: 0,
    time: '16:42:18',
    format: 'wide',
    picture: 'cat-afternoon',
    shots: [
      [2, { shift: [0.01, -0.01], blur: 5 }],
      [4, { shift: [-0.01, 0.01], brightness: 0.3 }],
      [5, { shift: [0.01, 0.01], brightness: 1.9 }],
      [7, { shift: [-0.01, -0.01] }],
    ],
  },
  {
    from: { month: 6, day: 13, yearsAgo: 1 },
    daysLater: 1,
    time: '18:26:43',
    format: 'wide',
    picture: 'champagne',
    shots: [
      [1, { shift: [0.012, 0] }],
      [3, { shift: [-0.012, 0.006], blur: 4 }],
    ],
  },
  {
    from: { month: 7, day: 11, yearsAgo: 0 },
    daysLater: 5,
    time: '10:52:39',
    format: 'large',
    picture: 'harbour-day',
    shots: [
      [2, { shift: [0, 0.01], blur: 3 }],
      [5, { shift: [0.01, 0] }],
    ],
  },
]

/** The same picture once more: sent by a messenger, saved again, turned. Without date and camera in the file. */
export const copies: readonly {
  from: Day
  picture: string
  size: readonly [width: number, height: number]
  /** Followed by '.jpg'; `{day}` is the day as 'YYYYMMDD'. */
  name: string
  variation: Variation
  album?: string
}[] = [
  {
    from: { daysAgo: 2 },
    picture: 'fruit-bowl-kitchen',
    size: [1080, 720],
    name: 'IMG-{day}-WA0007',
    variation: { quality: 60 },
    album: 'For the wall',
  },
  {
    from: { daysAgo: 17 },
    picture: 'sea-sunset',
    size: [1050, 700],
    name: 'sunset turned',
    variation: { turn: 90, quality: 80 },
  },
  {
    from: { daysAgo: 17 },
    picture: 'tulips-air',
    size: [2100, 1400],
    name: 'tulips (1)',
    variation: { quality: 55 },
  },
]

/** Scans of old prints: no date in the file, a year in some names. */
export const scans: readonly { picture: string; name: string }[] = [
  { picture: 'meadow-morning', name: 'Grandpa’s garden 1974 - 01' },
  { picture: 'bouquet-garden', name: 'Grandpa’s garden 1974 - 02' },
  { picture: 'avenue-summer', name: 'Grandpa’s garden 1974 - 03' },
  { picture: 'lake-noon', name: 'Scan0004' },
  { picture: 'village-morning', name: 'Scan0005' },
  { picture: 'bicycle-rose', name: 'Scan0006' },
]
