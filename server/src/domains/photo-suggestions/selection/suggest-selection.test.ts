import { describe, expect, test } from 'vitest'
import { createRandom } from '../../../testing/random.ts'
import type { Candidate } from './candidate.ts'
import { divideIntoEvents } from './events.ts'
import { distributeSeats, type SuggestionOptions, suggestSelection } from './suggest-selection.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const START = Date.UTC(2023, 0, 1)

let lastId = 0
const createPhoto = (more: Partial<Candidate> = {}): Candidate => ({
  photoId: String(++lastId).padStart(8, '0'),
  takenAt: START,
  width: 4000,
  height: 3000,
  sharpness: 300,
  dark: 0.02,
  light: 0.01,
  kind: 'photo',
  groups: [],
  isPrinted: false,
  ...more,
})

/** A library of events with pauses of days between them, of random sizes. */
function createLibrary(events: number, photosMax: number, seed = 7): Candidate[] {
  const source = createRandom(seed)
  const random = () => source.integer(1_000_000) / 1_000_000
  return Array.from({ length: events }, (_, event) => {
    const photos = 1 + Math.floor(random() * photosMax)
    return Array.from({ length: photos }, (_, photo) =>
      createPhoto({
        takenAt: START + event * 5 * DAY + Math.floor(random() * 8) * HOUR * (photo > 0 ? 0.5 : 0),
        sharpness: 50 + random() * 500,
        ...(source.chance(0.3) ? { width: 3000, height: 4000 } : {}),
      }),
    )
  }).flat()
}

const DEFAULTS: SuggestionOptions = {
  wanted: 60,
  leaveOut: ['printed', 'screenshots', 'blurred', 'badly-lit', 'similar'],
}

const listIds = (photos: readonly Candidate[], options: Partial<SuggestionOptions> = {}) =>
  suggestSelection(photos, { ...DEFAULTS, ...options }).events.flatMap(({ choices }) =>
    choices.map(({ photoId }) => photoId),
  )

describe('NX-232 a suggestion', () => {
  test('has the wanted number of photos, each once, or all there are', () => {
    const library = createLibrary(30, 40)
    for (const wanted of [1, 7, 60, 200]) {
      const ids = listIds(library, { wanted })
      expect(ids).toHaveLength(wanted)
      expect(new Set(ids).size).toBe(wanted)
    }
    const few = createLibrary(3, 4)
    expect(listIds(few, { leaveOut: [] }).toSorted()).toEqual(few.map(({ photoId }) => photoId).toSorted())
    expect(listIds([])).toEqual([])
  })

  test('covers every event while there are at most as many as photos wanted', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const library = createLibrary(60, 20, seed)
      const { events } = suggestSelection(library, { ...DEFAULTS, leaveOut: [] })
      expect(events).toHaveLength(60)
      expect(events.filter(({ choices }) => choices.length === 0)).toEqual([])
    }
  })

  test('covers every event of five photos while those are at most as many, however many smaller ones there are', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const library = createLibrary(150, 7, seed)
      const { events } = suggestSelection(library, { ...DEFAULTS, leaveOut: [] })
      const large = events.filter(({ candidates }) => candidates.length >= 5)
      expect(large.length).toBeLessThanOrEqual(60)
      expect(large.filter(({ choices }) => choices.length === 0)).toEqual([])
    }
  })

  test('of more events than photos reaches from the beginning to the end', () => {
    const library = createLibrary(400, 30)
    const chosen = new Set(listIds(library))
    const times = library.filter(({ photoId }) => chosen.has(photoId)).map(({ takenAt }) => takenAt!)
    const span = 400 * 5 * DAY
    expect(Math.min(...times) - START).toBeLessThan(span * 0.05)
    expect(START + span - Math.max(...times)).toBeLessThan(span * 0.05)
    const gaps = times
      .toSorted((a, b) => a - b)
      .map((time, place, sorted) => (place === 0 ? 0 : time - sorted[place - 1]!))
    expect(Math.max(...gaps)).toBeLessThan(span * 0.1)
  })

  test('is the same for the same photos in any order', () => {
    const library = createLibrary(80, 30)
    const shuffled = createRandom(3).sample(library, 1)
    expect(listIds(shuffled)).toEqual(listIds(library))
  })

  test('has at most one photo of a group, the recommended one unless it is left out', () => {
    const library = createLibrary(20, 30)
    const groups = library.slice(0, 60).map((photo, place) => ({
      ...photo,
      groups: [{ groupId: `g${Math.floor(place / 5)}`, photos: 5, isBest: place % 5 === 2 }],
    }))
    const photos = [...groups, ...library.slice(60)]
    const chosen = new Set(listIds(photos, { wanted: 200 }))
    const ofGroups = groups.filter(({ photoId }) => chosen.has(photoId))
    expect(new Set(ofGroups.map(each => each.groups[0]!.groupId)).size).toBe(ofGroups.length)
    expect(ofGroups.every(each => each.groups[0]!.isBest)).toBe(true)
    const printed = photos.map(photo => ({ ...photo, isPrinted: photo.groups[0]?.isBest ?? false }))
    const others = new Set(listIds(printed, { wanted: 200, leaveOut: ['printed', 'similar'] }))
    expect(printed.filter(photo => others.has(photo.photoId) && photo.isPrinted)).toEqual([])
  })

  test('is sharper than the average of what it leaves out', () => {
    const library = createLibrary(40, 60)
    const chosen = new Set(listIds(library))
    const average = (photos: readonly Candidate[]) =>
      photos.reduce((sum, { sharpness = 0 }) => sum + sharpness, 0) / photos.length
    const [inside, outside] = [true, false].map(is =>
      average(library.filter(({ photoId }) => chosen.has(photoId) === is)),
    )
    expect(inside!).toBeGreaterThan(1.3 * outside!)
  })

  test('leaves out what the options say, and counts each photo once, by what is left out first', () => {
    const library = [
      createPhoto({ isPrinted: true, kind: 'screenshot' }),
      createPhoto({ kind: 'document' }),
      createPhoto({ dark: 0.6 }),
      createPhoto({ light: 0.4 }),
      ...Array.from({ length: 40 }, () => createPhoto()),
      createPhoto({ sharpness: 3 }),
      createPhoto({ sharpness: 2 }),
    ]
    const kindsOf = (leaveOut: SuggestionOptions['leaveOut']) =>
      [...suggestSelection(library, { wanted: 60, leaveOut }).leftOut.values()].toSorted()
    expect(kindsOf(DEFAULTS.leaveOut)).toEqual([
      'badly-lit',
      'badly-lit',
      'blurred',
      'printed',
      'screenshots',
    ])
    expect(kindsOf(['screenshots'])).toEqual([
      'badly-lit',
      'badly-lit',
      'blurred',
      'screenshots',
      'screenshots',
    ])
    expect(listIds(library, { leaveOut: [] })).toHaveLength(46)
    expect(listIds(library, { leaveOut: ['badly-lit'] })).toHaveLength(44)
  })
})

describe('NX-233 each choice says why', () => {
  test('by its group, its sharpness, its day or its orientation', () => {
    const [first, second] = [createPhoto({ takenAt: START }), createPhoto({ takenAt: START + 9 * HOUR })]
    const next = createPhoto({ takenAt: START + 24 * HOUR })
    const reasons = (photos: Candidate[], wanted: number) =>
      suggestSelection(photos, { wanted, leaveOut: [] }).events.flatMap(({ choices }) =>
        choices.map(({ reason }) => reason),
      )
    expect(reasons([first], 1)).toEqual([{ kind: 'only-of-day' }])
    expect(reasons([first, { ...second, sharpness: 900 }, next], 1)).toEqual([{ kind: 'sharpest', of: 3 }])
    const grouped = { ...first, groups: [{ groupId: 'g', photos: 5, isBest: true }] }
    expect(reasons([grouped], 1)).toEqual([{ kind: 'best-of-group', of: 5 }])
    expect(
      reasons(
        [
          { ...first, sharpness: undefined },
          { ...second, sharpness: undefined },
        ],
        1,
      ),
    ).toEqual([{ kind: 'best', of: 2 }])
  })

  test('an upright photo that was nearly as good is chosen where upright ones are missing, and says so', () => {
    const photos = Array.from({ length: 40 }, (_, place) => [
      createPhoto({ takenAt: START + place * HOUR, sharpness: 300 }),
      createPhoto({ takenAt: START + place * HOUR, sharpness: 290, width: 3000, height: 4000 }),
    ]).flat()
    const { events } = suggestSelection(photos, { wanted: 20, leaveOut: [] })
    const chosen = new Set(events.flatMap(({ choices }) => choices.map(({ photoId }) => photoId)))
    const upright = photos.filter(photo => chosen.has(photo.photoId) && photo.height > photo.width)
    expect(upright.length).toBeGreaterThanOrEqual(5)
    expect(upright.length).toBeLessThanOrEqual(15)
    const reasons = events.flatMap(({ choices }) => choices.map(({ reason }) => reason.kind))
    expect(reasons).toContain('upright')
  })
})

test('NX-236 other suggestions have other photos, and are repeatable', () => {
  const library = createLibrary(20, 60)
  const [first, second, third] = [0, 1, 2].map(seed => listIds(library, { seed }))
  expect(listIds(library, { seed: 1 })).toEqual(second)
  const shared = first!.filter(id => second!.includes(id))
  expect(shared.length).toBeLessThan(first!.length / 4)
  expect(third).not.toEqual(second)
})

test('NX-232 seats: one for each event, the largest first, then by the root of the size, never more than it has', () => {
  expect(distributeSeats([4, 100, 1], 2)).toEqual([1, 1, 0])
  expect(distributeSeats([4, 100, 1], 3)).toEqual([1, 1, 1])
  expect(distributeSeats([2, 3], 60)).toEqual([2, 3])
  expect(distributeSeats([0, 5], 2)).toEqual([0, 2])
  const [small, large] = distributeSeats([10, 1000], 60)
  expect(small! + large!).toBe(60)
  expect(large).toBeGreaterThan(45)
})

test('NX-232 photos without a date are the last event', () => {
  const photos = [createPhoto({ takenAt: undefined }), createPhoto(), createPhoto({ takenAt: undefined })]
  expect(divideIntoEvents(photos, 60).map(event => event.map(({ takenAt }) => takenAt))).toEqual([
    [START],
    [undefined, undefined],
  ])
})
