import { type Occasion, SHARED } from './shots.ts'

/** Pictures of the friend's library: of the same journey and wedding, and of one other occasion. */
export const friendOccasions: readonly Occasion[] = [
  { from: { daysAgo: 6 }, shots: [[0, '21:58:14', 'wide', 'city-night-2']] },
  {
    from: { month: 7, day: 11, yearsAgo: 0 },
    shots: [
      [5, '20:38:09', 'wide', 'harbour-evening-2', SHARED.sea],
      [4, '20:57:40', 'large', 'sea-sunset-2', SHARED.sea],
      [3, '17:20:30', 'tall', 'beach-turquoise-2', SHARED.sea],
      [3, '12:48:10', 'wide', 'sea-noon-2', SHARED.sea],
    ],
  },
  {
    from: { month: 6, day: 13, yearsAgo: 1 },
    shots: [
      [1, '23:32:30', 'tall', 'fireworks-4', SHARED.wedding],
      [1, '21:40:11', 'wide', 'garlands-dusk-2', SHARED.wedding],
      [1, '20:12:40', 'large', 'meadow-sunset-2', SHARED.wedding],
      [1, '15:32:21', 'square', 'bouquet-blush-2', SHARED.wedding],
    ],
  },
]
