import type { Canvas } from './drawing/canvas.ts'
import type { Graphic } from './drawing/encode.ts'
import type { Random } from './drawing/random.ts'
import type { Day } from './moments.ts'
import { avenue } from './subjects/avenue.ts'
import { balloons } from './subjects/balloons.ts'
import { beach } from './subjects/beach.ts'
import { bicycle } from './subjects/bicycle.ts'
import { bouquet } from './subjects/bouquet.ts'
import { cake } from './subjects/cake.ts'
import { camper } from './subjects/camper.ts'
import { cat } from './subjects/cat.ts'
import { champagne } from './subjects/champagne.ts'
import { city } from './subjects/city.ts'
import { desert } from './subjects/desert.ts'
import { fireworks } from './subjects/fireworks.ts'
import { forest } from './subjects/forest.ts'
import { fruitBowl } from './subjects/fruit-bowl.ts'
import { garlands } from './subjects/garden-party.ts'
import { harbour } from './subjects/harbour.ts'
import { lake } from './subjects/lake.ts'
import { lighthouse } from './subjects/lighthouse.ts'
import { marble } from './subjects/marble.ts'
import { meadow } from './subjects/meadow.ts'
import { mountains } from './subjects/mountains.ts'
import { nightSky } from './subjects/night-sky.ts'
import { mapScreenshot, ridgePoster, ringPoster } from './subjects/paper.ts'
import { rainyWindow } from './subjects/rainy-window.ts'
import { sea } from './subjects/sea.ts'
import { tulips } from './subjects/tulips.ts'
import { village } from './subjects/village.ts'

/** Paints a subject on an empty canvas and develops it. */
export type Drawing = (canvas: Canvas, random: Random) => void | Promise<void>

export type Format = 'wide' | 'large' | 'tall' | 'square' | 'panorama'

type Size = readonly [width: number, height: number]

/** Sizes in pixels of the file and of its canvas, with the same aspect ratio. */
export const formats: Record<Format, { file: Size; canvas: Size }> = {
  wide: { file: [1600, 1200], canvas: [1120, 840] },
  large: { file: [2100, 1400], canvas: [1200, 800] },
  tall: { file: [1200, 1600], canvas: [840, 1120] },
  square: { file: [1500, 1500], canvas: [960, 960] },
  panorama: { file: [3600, 1200], canvas: [1620, 540] },
}

/** The library that a picture of the demo belongs to. */
export type DemoLibrary = 'demo' | 'friend'

/** The album whose pictures a studio took, and has too. */
export const WEDDING = 'Emma & Jonas, our wedding'

/** Names of the shared albums with pictures of both libraries. */
export const SHARED = { sea: 'A week by the sea', wedding: 'From the wedding guests' } as const

/** Pictures of one event; `daysLater` counts from its first day. */
export type Occasion = {
  from: Day
  offset?: string
  /** The album its pictures are in. */
  album?: string
  shots: readonly (readonly [daysLater: number, time: string, Format, Drawing, shared?: string])[]
}

/** Newest first, as the library shows them. */
export const occasions: readonly Occasion[] = [
  {
    from: { daysAgo: 2 },
    shots: [
      [0, '16:42:18', 'wide', cat('afternoon')],
      [0, '17:05:51', 'large', fruitBowl('kitchen')],
    ],
  },
  {
    from: { daysAgo: 9 },
    shots: [
      [2, '08:12:40', 'wide', rainyWindow('city')],
      [0, '21:34:02', 'panorama', city('dusk')],
      [0, '22:10:29', 'large', city('night', { moon: true })],
    ],
  },
  {
    from: { daysAgo: 17 },
    shots: [
      [3, '19:48:33', 'wide', cake('chocolate')],
      [
        0,
        '18:57:09',
        'large',
        sea('sunset', {
          sunX: 0.42,
          boats: [
            { x: 0.66, y: 0.56, size: 0.2 },
            { x: 0.2, y: 0.53, size: 0.06 },
          ],
        }),
      ],
    ],
  },
  {
    from: { month: 7, day: 11, yearsAgo: 0 },
    album: 'Camper summer',
    shots: [
      [9, '22:51:44', 'wide', nightSky('tent')],
      [9, '23:20:07', 'tall', nightSky('firs')],
      [9, '10:14:26', 'large', forest('summer')],
      [8, '12:31:55', 'panorama', mountains('noon', { u: 0.5, v: 0.9, heading: 5, zoom: 2.5 })],
      [8, '12:06:12', 'large', mountains('noon', { u: 0.6, v: 0.4, heading: 2 })],
      [
        8,
        '06:08:37',
        'wide',
        mountains('dawn', { u: 0.8, v: 0.9, heading: 5, zoom: 3, fog: 1.2, snow: 0.8 }),
      ],
      [7, '15:22:48', 'wide', lake('noon', { u: 0.1, v: 0.7, heading: 4 })],
      [7, '11:40:03', 'wide', camper('hills')],
      [5, '20:11:31', 'large', harbour('evening'), SHARED.sea],
      [5, '18:46:20', 'tall', cat('evening')],
      [5, '11:27:14', 'wide', bicycle('ochre')],
      [5, '10:52:39', 'large', harbour('day')],
      [4, '21:02:56', 'wide', lighthouse('dusk'), SHARED.sea],
      [4, '16:33:08', 'tall', lighthouse('day'), SHARED.sea],
      [
        3,
        '14:19:45',
        'wide',
        sea('noon', {
          sunX: 0.6,
          boats: [
            { x: 0.6, y: 0.6, size: 0.36 },
            { x: 0.25, y: 0.535, size: 0.1 },
            { x: 0.1, y: 0.53, size: 0.06 },
          ],
          gulls: 4,
        }),
      ],
      [3, '11:05:22', 'large', beach('turquoise'), SHARED.sea],
      [2, '09:37:50', 'wide', fruitBowl('dark')],
      [1, '13:13:13', 'wide', bicycle('blue')],
      [0, '21:24:35', 'large', camper('coast')],
      [0, '21:49:01', 'wide', sea('blue', { sunX: 0.3, boats: [{ x: 0.7, y: 0.55, size: 0.13 }] })],
    ],
  },
  {
    from: { month: 4, day: 25, yearsAgo: 0 },
    album: 'Tulip weekend',
    shots: [
      [1, '11:58:27', 'large', tulips('air')],
      [1, '10:20:16', 'wide', tulips('ground')],
      [0, '15:44:59', 'wide', avenue('spring')],
    ],
  },
  {
    from: { month: 2, day: 7, yearsAgo: 0 },
    shots: [
      [1, '09:15:42', 'wide', village('morning', 1.2)],
      [0, '17:02:11', 'large', village('dusk')],
    ],
  },
  {
    from: { month: 12, day: 31, yearsAgo: 0 },
    shots: [
      [
        1,
        '00:03:24',
        'tall',
        fireworks([
          { x: 0.5, y: 0.26, size: 0.24, colour: 0 },
          { x: 0.28, y: 0.48, size: 0.13, colour: 4 },
          { x: 0.75, y: 0.5, size: 0.12, colour: 3 },
        ]),
      ],
    ],
  },
  {
    from: { month: 10, day: 18, yearsAgo: 1 },
    shots: [
      [0, '16:30:47', 'large', avenue('autumn')],
      [0, '15:11:05', 'tall', forest('autumn')],
      [1, '10:48:32', 'wide', lake('autumn', { u: 0.8, v: 0.2, heading: 1 })],
    ],
  },
  {
    from: { month: 6, day: 13, yearsAgo: 1 },
    album: WEDDING,
    shots: [
      [
        2,
        '06:21:19',
        'large',
        balloons('dawn', [
          [0.2, 0.22, 0.1, 2],
          [0.85, 0.3, 0.12, 4],
          [0.62, 0.52, 0.06, 1],
          [0.45, 0.38, 0.42, 0],
        ]),
      ],
      [2, '06:02:53', 'wide', lake('dawn', { u: 0.5, v: 0.3, heading: 3, jetty: true })],
      [
        1,
        '23:31:08',
        'large',
        fireworks([
          { x: 0.3, y: 0.3, size: 0.22, colour: 0 },
          { x: 0.68, y: 0.26, size: 0.28, colour: 1 },
          { x: 0.55, y: 0.52, size: 0.14, colour: 2 },
        ]),
      ],
      [
        1,
        '23:30:40',
        'wide',
        fireworks([
          { x: 0.5, y: 0.36, size: 0.36, colour: 0 },
          { x: 0.16, y: 0.5, size: 0.12, colour: 3 },
          { x: 0.86, y: 0.48, size: 0.13, colour: 4 },
        ]),
      ],
      [1, '22:47:15', 'wide', garlands('late'), SHARED.wedding],
      [1, '21:18:36', 'large', garlands('dusk')],
      [
        1,
        '20:35:02',
        'tall',
        balloons('evening', [
          [0.7, 0.2, 0.13, 3],
          [0.42, 0.42, 0.3, 5],
        ]),
      ],
      [1, '20:04:57', 'wide', meadow('sunset'), SHARED.wedding],
      [1, '18:26:43', 'wide', champagne],
      [1, '17:52:28', 'tall', cake('wedding')],
      [1, '15:09:14', 'square', bouquet('garden'), SHARED.wedding],
      [1, '14:40:31', 'tall', avenue('summer')],
      [1, '13:55:06', 'wide', bouquet('blush')],
      [0, '19:12:49', 'wide', meadow('morning')],
    ],
  },
  {
    from: { month: 3, day: 8, yearsAgo: 1 },
    album: 'Three days in the desert',
    offset: '+00:00',
    shots: [
      [1, '18:21:34', 'large', desert('evening', { u: 0.1, v: 0.6, heading: 5.4 })],
      [1, '07:36:10', 'wide', desert('morning', { u: 0.2, v: 0.3, heading: 0.4 })],
      [0, '18:05:58', 'panorama', desert('evening', { u: 0.45, v: 0.8, heading: 3.6 })],
    ],
  },
  { from: { month: 12, day: 28, yearsAgo: 2 }, shots: [[0, '22:14:25', 'large', village('aurora', 2.6)]] },
  { from: { month: 11, day: 9, yearsAgo: 2 }, shots: [[0, '08:44:51', 'wide', forest('misty')]] },
  {
    from: { month: 5, day: 24, yearsAgo: 2 },
    shots: [
      [0, '18:03:37', 'large', meadow('poppies')],
      [1, '14:26:12', 'wide', bicycle('rose')],
    ],
  },
  {
    from: { month: 9, day: 20, yearsAgo: 3 },
    shots: [
      [3, '16:15:30', 'wide', cake('birthday')],
      [
        0,
        '20:52:46',
        'large',
        mountains('dusk', { u: 0.2, v: 0.1, heading: 5, zoom: 3, fog: 1.4, snow: 0.8 }),
      ],
    ],
  },
  {
    from: { month: 8, day: 15, yearsAgo: 4 },
    shots: [
      [2, '12:09:55', 'wide', rainyWindow('garden')],
      [0, '06:31:20', 'panorama', mountains('dawn', { u: 0.1, v: 0.2, heading: 0.5, zoom: 2.4 })],
    ],
  },
  {
    from: { month: 3, day: 21, yearsAgo: 5 },
    shots: [
      [0, '15:37:08', 'wide', marble('ocean')],
      [0, '15:41:44', 'square', marble('sunset')],
    ],
  },
]

/** Pictures that are not from the camera; those without a day have no date, neither in Exif nor in their name. */
export const otherPictures: readonly {
  from?: Day
  time?: string
  name: string
  picture: { format: Format; draw: Drawing } | Graphic
}[] = [
  { from: { daysAgo: 5 }, time: '09:30:12', name: 'Screenshot', picture: mapScreenshot() },
  { from: { month: 6, day: 1, yearsAgo: 3 }, time: '20:16:40', name: 'Screenshot', picture: ringPoster() },
  { name: 'poster-sunrise', picture: ridgePoster() },
  { name: 'postcard-from-grandma', picture: { format: 'wide', draw: beach('grey') } },
]
