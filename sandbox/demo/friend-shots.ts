import { type Occasion, SHARED } from './shots.ts'
import { beach } from './subjects/beach.ts'
import { bouquet } from './subjects/bouquet.ts'
import { city } from './subjects/city.ts'
import { fireworks } from './subjects/fireworks.ts'
import { garlands } from './subjects/garden-party.ts'
import { harbour } from './subjects/harbour.ts'
import { meadow } from './subjects/meadow.ts'
import { sea } from './subjects/sea.ts'

/** Pictures of the friend's library: of the same journey and wedding, and one of another occasion. */
export const friendOccasions: readonly Occasion[] = [
  { from: { daysAgo: 6 }, shots: [[0, '21:58:14', 'wide', city('night', { line: 0.7 })]] },
  {
    from: { month: 7, day: 11, yearsAgo: 0 },
    shots: [
      [5, '20:38:09', 'wide', harbour('evening', { line: 0.6, boats: 5 }), SHARED.sea],
      [
        4,
        '20:57:40',
        'large',
        sea('sunset', { sunX: 0.66, boats: [{ x: 0.36, y: 0.57, size: 0.26 }] }),
        SHARED.sea,
      ],
      [3, '17:20:30', 'tall', beach('turquoise'), SHARED.sea],
      [
        3,
        '12:48:10',
        'wide',
        sea('noon', {
          sunX: 0.2,
          boats: [
            { x: 0.3, y: 0.6, size: 0.3 },
            { x: 0.8, y: 0.55, size: 0.12 },
          ],
          gulls: 7,
        }),
        SHARED.sea,
      ],
    ],
  },
  {
    from: { month: 6, day: 13, yearsAgo: 1 },
    shots: [
      [
        1,
        '23:32:30',
        'tall',
        fireworks([
          { x: 0.6, y: 0.28, size: 0.26, colour: 2 },
          { x: 0.25, y: 0.44, size: 0.14, colour: 0 },
        ]),
        SHARED.wedding,
      ],
      [1, '21:40:11', 'wide', garlands('dusk'), SHARED.wedding],
      [1, '20:12:40', 'large', meadow('sunset'), SHARED.wedding],
      [1, '15:32:21', 'square', bouquet('blush'), SHARED.wedding],
    ],
  },
]
