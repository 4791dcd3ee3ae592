import type { Day } from './moments.ts'

export type Format = 'wide' | 'large' | 'tall' | 'square' | 'panorama'

/** Sizes in pixels of the customers' files; those in pictures/ are smaller, with the same aspect ratio. */
export const formats: Record<Format, readonly [width: number, height: number]> = {
  wide: [1600, 1200],
  large: [2100, 1400],
  tall: [1200, 1600],
  square: [1500, 1500],
  panorama: [3600, 1200],
}

/** The library that a picture of the demo belongs to. */
export type DemoLibrary = 'demo' | 'friend'

/** The album whose pictures a studio took and also has. */
export const WEDDING = 'Emma & Jonas, our wedding'

/** Names of the shared albums with pictures of both libraries. */
export const SHARED = { sea: 'A week by the sea', wedding: 'From the wedding guests' } as const

/** Degrees; north and east are positive. */
export type Position = readonly [latitude: number, longitude: number]

/** Pictures of one event, files of pictures/ without '.jpg'; `daysLater` counts from its first day. */
export type Occasion = {
  from: Day
  offset?: string
  /** The album its pictures are in. */
  album?: string
  /** Where they were taken. */
  position?: Position
  shots: readonly (readonly [
    daysLater: number,
    time: string,
    Format,
    picture: string,
    sharedAlbum?: string,
  ])[]
}

/** Newest first, as the library shows them. */
export const occasions: readonly Occasion[] = [
  {
    from: { daysAgo: 2 },
    shots: [
      [0, '16:42:18', 'wide', 'cat-afternoon'],
      [0, '17:05:51', 'large', 'fruit-bowl-kitchen'],
    ],
  },
  {
    from: { daysAgo: 9 },
    position: [52.3731, 4.8926],
    shots: [
      [2, '08:12:40', 'wide', 'rainy-window-city'],
      [0, '21:34:02', 'panorama', 'city-dusk'],
      [0, '22:10:29', 'large', 'city-night'],
    ],
  },
  {
    from: { daysAgo: 17 },
    shots: [
      [3, '19:48:33', 'wide', 'cake-chocolate'],
      [0, '18:57:09', 'large', 'sea-sunset'],
    ],
  },
  {
    from: { month: 7, day: 11, yearsAgo: 0 },
    album: 'Camper summer',
    position: [44.1194, 15.2314],
    shots: [
      [9, '22:51:44', 'wide', 'night-sky-tent'],
      [9, '23:20:07', 'tall', 'night-sky-firs'],
      [9, '10:14:26', 'large', 'forest-summer'],
      [8, '12:31:55', 'panorama', 'mountains-noon'],
      [8, '12:06:12', 'large', 'mountains-noon-2'],
      [8, '06:08:37', 'wide', 'mountains-dawn'],
      [7, '15:22:48', 'wide', 'lake-noon'],
      [7, '11:40:03', 'wide', 'camper-hills'],
      [5, '20:11:31', 'large', 'harbour-evening', SHARED.sea],
      [5, '18:46:20', 'tall', 'cat-evening'],
      [5, '11:27:14', 'wide', 'bicycle-ochre'],
      [5, '10:52:39', 'large', 'harbour-day'],
      [4, '21:02:56', 'wide', 'lighthouse-dusk', SHARED.sea],
      [4, '16:33:08', 'tall', 'lighthouse-day', SHARED.sea],
      [3, '14:19:45', 'wide', 'sea-noon'],
      [3, '11:05:22', 'large', 'beach-turquoise', SHARED.sea],
      [2, '09:37:50', 'wide', 'fruit-bowl-dark'],
      [1, '13:13:13', 'wide', 'bicycle-blue'],
      [0, '21:24:35', 'large', 'camper-coast'],
      [0, '21:49:01', 'wide', 'sea-blue'],
    ],
  },
  {
    from: { month: 4, day: 25, yearsAgo: 0 },
    album: 'Tulip weekend',
    position: [52.2699, 4.5469],
    shots: [
      [1, '11:58:27', 'large', 'tulips-air'],
      [1, '10:20:16', 'wide', 'tulips-ground'],
      [0, '15:44:59', 'wide', 'avenue-spring'],
    ],
  },
  {
    from: { month: 2, day: 7, yearsAgo: 0 },
    position: [46.0207, 7.7491],
    shots: [
      [1, '09:15:42', 'wide', 'village-morning'],
      [0, '17:02:11', 'large', 'village-dusk'],
    ],
  },
  {
    from: { month: 12, day: 31, yearsAgo: 0 },
    shots: [[1, '00:03:24', 'tall', 'fireworks']],
  },
  {
    from: { month: 10, day: 18, yearsAgo: 1 },
    shots: [
      [0, '16:30:47', 'large', 'avenue-autumn'],
      [0, '15:11:05', 'tall', 'forest-autumn'],
      [1, '10:48:32', 'wide', 'lake-autumn'],
    ],
  },
  {
    from: { month: 6, day: 13, yearsAgo: 1 },
    album: WEDDING,
    position: [51.4545, -2.5879],
    shots: [
      [2, '06:21:19', 'large', 'balloons-dawn'],
      [2, '06:02:53', 'wide', 'lake-dawn'],
      [1, '23:31:08', 'large', 'fireworks-2'],
      [1, '23:30:40', 'wide', 'fireworks-3'],
      [1, '22:47:15', 'wide', 'garlands-late', SHARED.wedding],
      [1, '21:18:36', 'large', 'garlands-dusk'],
      [1, '20:35:02', 'tall', 'balloons-evening'],
      [1, '20:04:57', 'wide', 'meadow-sunset', SHARED.wedding],
      [1, '18:26:43', 'wide', 'champagne'],
      [1, '17:52:28', 'tall', 'cake-wedding'],
      [1, '15:09:14', 'square', 'bouquet-garden', SHARED.wedding],
      [1, '14:40:31', 'tall', 'avenue-summer'],
      [1, '13:55:06', 'wide', 'bouquet-blush'],
      [0, '19:12:49', 'wide', 'meadow-morning'],
    ],
  },
  {
    from: { month: 3, day: 8, yearsAgo: 1 },
    album: 'Three days in the desert',
    position: [31.6295, -7.9811],
    offset: '+00:00',
    shots: [
      [1, '18:21:34', 'large', 'desert-evening'],
      [1, '07:36:10', 'wide', 'desert-morning'],
      [0, '18:05:58', 'panorama', 'desert-evening-2'],
    ],
  },
  { from: { month: 12, day: 28, yearsAgo: 2 }, shots: [[0, '22:14:25', 'large', 'village-aurora']] },
  { from: { month: 11, day: 9, yearsAgo: 2 }, shots: [[0, '08:44:51', 'wide', 'forest-misty']] },
  {
    from: { month: 5, day: 24, yearsAgo: 2 },
    shots: [
      [0, '18:03:37', 'large', 'meadow-poppies'],
      [1, '14:26:12', 'wide', 'bicycle-rose'],
    ],
  },
  {
    from: { month: 9, day: 20, yearsAgo: 3 },
    shots: [
      [3, '16:15:30', 'wide', 'cake-birthday'],
      [0, '20:52:46', 'large', 'mountains-dusk'],
    ],
  },
  {
    from: { month: 8, day: 15, yearsAgo: 4 },
    shots: [
      [2, '12:09:55', 'wide', 'rainy-window-garden'],
      [0, '06:31:20', 'panorama', 'mountains-dawn-2'],
    ],
  },
  {
    from: { month: 3, day: 21, yearsAgo: 5 },
    shots: [
      [0, '15:37:08', 'wide', 'marble-ocean'],
      [0, '15:41:44', 'square', 'marble-sunset'],
    ],
  },
]

/** Pictures that are not from the camera; those without a day have no date, neither in Exif nor in their name. */
export const otherPictures: readonly { from?: Day; time?: string; name: string; picture: OtherPicture }[] = [
  { from: { daysAgo: 5 }, time: '09:30:12', name: 'Screenshot', picture: { png: 'screenshot-map' } },
  {
    from: { month: 6, day: 1, yearsAgo: 3 },
    time: '20:16:40',
    name: 'Screenshot',
    picture: { png: 'poster-ring' },
  },
  { name: 'poster-sunrise', picture: { png: 'poster-sunrise' } },
  { name: 'postcard-from-grandma', picture: { format: 'wide', jpeg: 'beach-grey' } },
]

/** A file of pictures/; a PNG is used unchanged. */
type OtherPicture = { png: string } | { format: Format; jpeg: string }
