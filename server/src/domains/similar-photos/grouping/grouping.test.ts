import { describe, expect, test } from 'vitest'
import { LUMINANCE_EDGE } from '../../../platform/images/index.ts'
import { createRandom } from '../../../testing/random.ts'
import { findSimilarShots } from '../group-photos.ts'
import type { ComparedPhoto } from './compared-photo.ts'
import { type CompareCopies, findCopies, turnHash } from './find-copies.ts'
import { findDifference } from './find-difference.ts'
import { GROUP_SHOTS_MAX } from './limits.ts'
import { listBinnedAtFirst, recommendShot, recommendVersion } from './recommend.ts'

const random = createRandom(219)
const createHash = () => {
  let hash = 0n
  for (let bit = 1n; bit < 64n; bit++) if (random.chance(0.5)) hash |= 1n << bit
  return hash
}
const flip = (hash: bigint, bits: number) => {
  let flipped = hash
  for (const bit of random
    .sample(
      Array.from({ length: 63 }, (_, index) => index + 1),
      1,
    )
    .slice(0, bits))
    flipped ^= 1n << BigInt(bit)
  return flipped
}

let photosMade = 0
const photo = (values: Partial<ComparedPhoto> = {}): ComparedPhoto => ({
  photoId: `photo-${String(photosMade++).padStart(6, '0')}`,
  takenAt: Date.UTC(2024, 6, 1, 12) + photosMade * 3_600_000,
  cameraId: 1,
  contentType: 'image/jpeg',
  kind: 'photo',
  width: 4000,
  height: 3000,
  hash: createHash(),
  colours: new Uint8Array(48).fill(120),
  sharpness: 100,
  dark: 0,
  light: 0,
  ...values,
})
const ids = (groups: readonly (readonly { photoId: string }[])[]) =>
  groups.map(group => group.map(({ photoId }) => photoId))
/** A version that a messenger or an editor has saved: without camera. */
const saved = (values: Partial<ComparedPhoto>) => photo({ cameraId: undefined, ...values })
/** Pictures with equal hashes have equal luminance. */
const compare: CompareCopies = async (best, photo, turn) =>
  findDifference(best, photo, {
    first: createLuminance(best.hash!),
    second: createLuminance(photo.hash!),
    turn,
  })
const find = (photos: ComparedPhoto[], isDistinct: (a: string, b: string) => boolean = () => false) =>
  findCopies(photos, { isDistinct, compare })
const idsOfCopies = async (photos: ComparedPhoto[], isDistinct?: (a: string, b: string) => boolean) =>
  ids((await find(photos, isDistinct)).map(group => group.map(copy => copy.photo)))
const reasonsOf = async (photos: ComparedPhoto[]) =>
  recommendVersion((await find(photos))[0]!).map(({ photoId, reason }) => [
    photos.findIndex(each => each.photoId === photoId),
    reason,
  ])

describe('NX-220 copies', () => {
  test('smaller, brighter and stripped copies join the version with most pixels; other pictures do not', async () => {
    const best = photo()
    const smaller = saved({ width: 800, height: 600, hash: flip(best.hash!, 6) })
    const stripped = saved({ takenAt: undefined, hash: flip(best.hash!, 7) })
    const others = Array.from({ length: 200 }, () => photo())
    expect(await idsOfCopies([smaller, ...others, stripped, best])).toEqual([
      [best.photoId, stripped.photoId, smaller.photoId],
    ])
  })

  test('a picture that differs little from a copy and more from the best version joins neither', async () => {
    const best = photo()
    const copy = saved({ width: 800, height: 600, hash: flip(best.hash!, 6) })
    const other = saved({ width: 400, height: 300, hash: best.hash! ^ (0x3f3fn << 20n) })
    const nearCopy = saved({ width: 400, height: 300, hash: copy.hash! })
    expect(await idsOfCopies([best, copy, other])).toEqual([[best.photoId, copy.photoId]])
    expect(await idsOfCopies([best, copy, nearCopy])).toEqual([
      [best.photoId, copy.photoId, nearCopy.photoId],
    ])
  })

  test('every pair of at most 7 different bits is found, none of more than 8', async () => {
    for (let bits = 0; bits <= 12; bits++) {
      const found = await Promise.all(
        Array.from({ length: 12 }, async () => {
          const best = photo()
          return (await idsOfCopies([best, saved({ hash: flip(best.hash!, bits) })])).length
        }),
      )
      if (bits === 8) continue
      expect(new Set(found)).toEqual(new Set([bits <= 7 ? 1 : 0]))
    }
  })

  test('a copy turned by each quarter is found and turned back to stand as the best one', async () => {
    const best = photo()
    for (const [turns, back] of [
      [1, 3],
      [2, 2],
      [3, 1],
    ] as const) {
      let hash = best.hash!
      for (let turn = 0; turn < turns; turn++) hash = turnHash(hash)
      const size = turns === 2 ? { width: 2000, height: 1500 } : { width: 1500, height: 2000 }
      const turned = saved({ ...size, hash })
      const [group] = await find([best, turned])
      expect(group!.map(copy => copy.turn)).toEqual([0, back])
      expect(await reasonsOf([best, turned])).toEqual([
        [0, 'best-version'],
        [1, 'turned'],
      ])
      expect(await find([best, { ...turned, width: 2000, height: 2000 }])).toEqual([])
    }
  })

  test('hashes of the database have a sign', async () => {
    const best = photo({ hash: BigInt.asIntN(64, (1n << 63n) | (createHash() & ~1n)) })
    const copy = saved({ hash: BigInt.asUintN(64, best.hash!) })
    expect(await idsOfCopies([best, copy])).toHaveLength(1)
    expect(turnHash(turnHash(turnHash(turnHash(best.hash!))))).toBe(BigInt.asUintN(64, best.hash!))
  })

  test('RV-1141 two shots of cameras are copies only with the same instant, and of one size if they are identical', async () => {
    const best = photo()
    const count = async (gap: number, bits: number, more: Partial<ComparedPhoto> = {}) => {
      const other = photo({ hash: flip(best.hash!, bits), takenAt: best.takenAt! + gap, ...more })
      return (await idsOfCopies([best, other])).length
    }
    const small = { width: 2000, height: 1500 }
    for (const cameraId of [1, 2, 0]) {
      expect(await count(500, 0, { cameraId })).toBe(0)
      expect(await count(-86_400_000, 0, { cameraId, ...small })).toBe(0)
      expect(await count(0, 0, { cameraId })).toBe(1)
      expect(await count(0, 2, { cameraId })).toBe(0)
      expect(await count(0, 6, { cameraId, ...small })).toBe(1)
    }
    expect(await count(500, 0, { cameraId: undefined })).toBe(1)
    expect(await count(0, 0, { takenAt: undefined })).toBe(1)
  })

  test('RV-1141 a page is a copy of an identical one only, a photo that no camera took as well', async () => {
    const page = saved({ kind: 'document' })
    const count = async (best: ComparedPhoto, bits: number, more: Partial<ComparedPhoto> = {}) =>
      (await idsOfCopies([best, saved({ kind: best.kind, hash: flip(best.hash!, bits), ...more })])).length
    for (const kind of ['document', 'screenshot', 'photo'] as const) {
      expect(await count({ ...page, kind }, 0)).toBe(1)
      expect(await count({ ...page, kind }, 0, { width: 1000, height: 750 })).toBe(1)
      expect(await count({ ...page, kind }, 1)).toBe(0)
    }
    expect(await count(photo({ kind: 'document' }), 1)).toBe(0)
    expect(await count(photo(), 1, { kind: 'screenshot' })).toBe(0)
    expect(await count(photo(), 1)).toBe(1)
  })

  test('NX-227 separated photos are in no group, whichever is the best one', async () => {
    const best = photo()
    const [a, b] = [1, 2].map(bits => saved({ width: 800, height: 600, hash: flip(best.hash!, bits) }))
    const separate =
      (...pairs: string[][]) =>
      (x: string, y: string) =>
        pairs.some(pair => pair.includes(x) && pair.includes(y))
    expect(await idsOfCopies([best, a!, b!], separate([a!.photoId, b!.photoId]))).toEqual([
      [best.photoId, a!.photoId],
    ])
    const same = saved({ width: 700, height: 525, hash: a!.hash! })
    expect(
      await idsOfCopies([best, a!, same], separate([best.photoId, a!.photoId], [best.photoId, same.photoId])),
    ).toEqual([[a!.photoId, same.photoId]])
  })

  test('a picture in colour and one in black and white are no copies, but may be similar', async () => {
    const fill = (red: number, green: number, blue: number) =>
      new Uint8Array(48).map((_, at) => [red, green, blue][at % 3]!)
    const [warm, grey, nearlyGrey] = [fill(140, 120, 100), fill(121, 120, 119), fill(122, 120, 117)]
    const best = photo({ colours: warm, cameraId: 2 })
    const copyOf = (colours: Uint8Array | undefined) =>
      photo({ colours, hash: best.hash!, width: 2000, height: 1500, takenAt: best.takenAt!, cameraId: 2 })
    expect(await idsOfCopies([best, copyOf(grey)])).toEqual([])
    expect(findSimilarShots([best, copyOf(grey)])).toHaveLength(1)
    expect(await idsOfCopies([{ ...best, colours: grey }, copyOf(warm)])).toEqual([])
    expect(await idsOfCopies([{ ...best, colours: grey }, copyOf(grey)])).toHaveLength(1)
    expect(await idsOfCopies([best, copyOf(warm)])).toHaveLength(1)
    expect(await idsOfCopies([best, copyOf(nearlyGrey)])).toHaveLength(1)
    expect(await idsOfCopies([best, copyOf(undefined)])).toHaveLength(1)
  })

  test('flat pictures and pictures of unknown size are never copies', async () => {
    const best = photo()
    expect(await idsOfCopies([photo({ hash: undefined }), photo({ hash: undefined })])).toEqual([])
    expect(await idsOfCopies([best, saved({ hash: best.hash!, width: 0, height: 0 })])).toEqual([])
  })

  test('NX-222 each copy says how it differs', async () => {
    const best = photo()
    const copy = (values: Partial<ComparedPhoto>) => saved({ hash: best.hash!, ...values })
    expect(
      await reasonsOf([
        best,
        copy({}),
        copy({ width: 3900, height: 2880, hash: flip(best.hash!, 2) }),
        copy({ width: 800, height: 600 }),
        copy({ width: 600, height: 450, colours: new Uint8Array(48).fill(150) }),
        copy({ width: 500, height: 375, hash: flip(best.hash!, 2) }),
      ]),
    ).toEqual([
      [0, 'best-version'],
      [1, 'same'],
      [2, 'cropped'],
      [3, 'smaller'],
      [4, 'light'],
      [5, 'edited'],
    ])
  })

  test('RV-1142 the version with a camera is the best one, whatever its place, size of file or sharpness', async () => {
    const best = photo({ sharpness: 80 })
    const altered = { hash: flip(best.hash!, 1), sharpness: 120 }
    for (const copy of [
      { hash: best.hash!, contentType: 'image/png' },
      altered,
      { hash: turnHash(turnHash(best.hash!)) },
    ])
      for (const photos of [
        [best, saved(copy)],
        [saved({ ...copy, takenAt: best.takenAt! }), best],
      ])
        expect((await reasonsOf(photos))[0]).toEqual([photos.indexOf(best), 'best-version'])
  })

  test('RV-1142 which of two versions is the original is not decided where nothing tells', async () => {
    const same = saved({})
    const decide = async (values: Partial<ComparedPhoto>, best = same) =>
      (await reasonsOf([best, saved({ hash: best.hash!, ...values })])).map(([, reason]) => reason)
    expect(await decide({})).toEqual(['best-version', 'same'])
    expect(await decide({ width: 3000, height: 2250 })).toEqual(['best-version', 'smaller'])
    expect(await decide({ contentType: 'image/png' })).toEqual(['undecided', 'undecided'])
    expect(await decide({ hash: turnHash(turnHash(same.hash!)) })).toEqual(['undecided', 'undecided'])
    expect(await decide({ colours: new Uint8Array(48).fill(150) })).toEqual(['undecided', 'light'])
    // A camera's version that is smaller than one without a camera.
    expect(await decide({ width: 8000, height: 6000 }, photo())).toEqual(['undecided', 'undecided'])
    const edited = photo({ hash: same.hash!, takenAt: same.takenAt!, colours: new Uint8Array(48).fill(150) })
    expect(await decide({}, edited)).toEqual(['best-version', 'light'])
  })

  test('RV-1142 of a group whose original is not known all start as Keep, also smaller copies', async () => {
    const best = saved({})
    const smaller = saved({ hash: best.hash!, width: 800, height: 600 })
    const [known] = await find([best, smaller])
    expect(listBinnedAtFirst(recommendVersion(known!)).map(({ photoId }) => photoId)).toEqual([
      smaller.photoId,
    ])
    const [unknown] = await find([best, smaller, saved({ hash: best.hash!, contentType: 'image/png' })])
    expect(unknown).toHaveLength(3)
    expect(listBinnedAtFirst(recommendVersion(unknown!))).toEqual([])
  })
})

describe('NX-221 similar shots', () => {
  const shots = (count: number, gap: number, bits: number, more: Partial<ComparedPhoto> = {}) => {
    const start = photo(more)
    const list = [start]
    while (list.length < count) {
      const last = list.at(-1)!
      list.push(photo({ ...more, takenAt: last.takenAt! + gap, hash: flip(last.hash!, bits) }))
    }
    return list
  }

  test.each([
    [3_000, 26, 1],
    [3_001, 26, 0],
    [20_000, 22, 1],
    [20_001, 22, 0],
    [120_000, 18, 1],
    [120_001, 0, 0],
  ])('shots %i ms apart may differ in %i bits', (gap, bits, groups) => {
    expect(findSimilarShots(shots(3, gap, bits))).toHaveLength(groups)
  })

  test('other colours, another camera, no camera or no time are not similar; other brightness is', () => {
    const pair = (values: Partial<ComparedPhoto>) => {
      const [a, b] = shots(2, 1_000, 3)
      return findSimilarShots([a!, { ...b!, ...values }]).length
    }
    expect(pair({})).toBe(1)
    expect(pair({ colours: new Uint8Array(48).map((_, index) => (index % 3 === 0 ? 200 : 80)) })).toBe(0)
    expect(pair({ colours: new Uint8Array(48).fill(160) })).toBe(1)
    expect(pair({ cameraId: 2 })).toBe(0)
    expect(pair({ cameraId: undefined })).toBe(0)
    expect(pair({ takenAt: undefined })).toBe(0)
  })

  test('a group is in the order of time, of at most 40 shots and 10 minutes', () => {
    const burst = shots(5, 1_000, 2)
    expect(ids(findSimilarShots(burst.toReversed()))).toEqual(ids([burst]))
    expect(findSimilarShots(shots(100, 1_000, 1)).map(group => group.length)).toEqual([
      GROUP_SHOTS_MAX,
      GROUP_SHOTS_MAX,
      20,
    ])
    for (const group of findSimilarShots(shots(30, 60_000, 1)))
      expect(group.at(-1)!.takenAt! - group[0]!.takenAt!).toBeLessThanOrEqual(600_000)
  })

  test('a shot between two of a scene does not part them', () => {
    const [a, b, c] = shots(3, 2_000, 2)
    const other = photo({ takenAt: a!.takenAt! + 1_000 })
    expect(ids(findSimilarShots([a!, other, b!, c!]))).toEqual(ids([[a!, b!, c!]]))
  })
})

describe('NX-222 recommended shots', () => {
  const reasons = (values: Partial<ComparedPhoto>[]) =>
    recommendShot(values.map(photo)).map(({ reason }) => reason)

  test.each<[string, Partial<ComparedPhoto>[], string[]]>([
    [
      'the sharpest is recommended, every other one says why not',
      [
        { sharpness: 20 },
        { sharpness: 100 },
        { sharpness: 60 },
        { sharpness: 90 },
        { sharpness: 70, dark: 0.5 },
        { sharpness: 65, light: 0.3 },
      ],
      ['sharpest-well-lit', 'almost-as-sharp', 'less-sharp', 'too-dark', 'burnt-out', 'blurred'],
    ],
    [
      'a blurred shot is never recommended before one that is not',
      [{ sharpness: 30 }, { width: 100, height: 100, sharpness: 100 }],
      ['sharpest-well-lit', 'blurred'],
    ],
    [
      'burnt-out and dark shots, whose sharpness is measured wrong, make no other one blurred',
      [
        { sharpness: 540 },
        { sharpness: 12 },
        { sharpness: 51, dark: 0.4 },
        { sharpness: 1_600, light: 0.395 },
        { sharpness: 503 },
      ],
      ['best-lit', 'almost-as-sharp', 'burnt-out', 'too-dark', 'blurred'],
    ],
    [
      'where no shot is well lit the best of them is recommended',
      [
        { sharpness: 100, dark: 0.5 },
        { sharpness: 30, light: 0.2 },
      ],
      ['sharpest', expect.anything()],
    ],
    // A well-lit shot is recommended before all others, and says so.
    ...[{ dark: 0.6 }, { light: 0.4 }, { dark: 0.3, light: 0.13 }].flatMap(badlyLit =>
      [90, 60, 10].map((sharpness): [string, Partial<ComparedPhoto>[], string[]] => [
        `a well-lit shot of sharpness ${sharpness} is before one with ${JSON.stringify(badlyLit)}`,
        [
          { sharpness: 100, ...badlyLit },
          { sharpness, width: 1500, height: 1000 },
        ],
        ['best-lit', badlyLit.light ? 'burnt-out' : 'too-dark'],
      ]),
    ),
  ])('%s', (_, shots, expected) => expect(reasons(shots)).toEqual(expected))

  test('equal shots give the same recommendation in any order', () => {
    const shots = [photo(), photo(), photo()]
    expect(recommendShot(shots.toReversed())).toEqual(recommendShot(shots))
  })
})

/** Creates the luminance of a picture with this hash: the sum of its 63 waves, each as strong as the others. */
function createLuminance(hash: bigint): Uint8Array {
  const bits = BigInt.asUintN(64, hash)
  const sums = new Float64Array(LUMINANCE_EDGE ** 2).fill(128)
  for (let frequency = 1; frequency < 64; frequency++) {
    const sign = (bits >> BigInt(frequency)) & 1n ? STRENGTH : -STRENGTH
    const [v, u] = [frequency >> 3, frequency & 7]
    for (let y = 0, at = 0; y < LUMINANCE_EDGE; y++)
      for (let x = 0; x < LUMINANCE_EDGE; x++, at++) sums[at]! += sign * WAVES[v]![y]! * WAVES[u]![x]!
  }
  return Uint8Array.from(sums, sum => Math.round(Math.min(255, Math.max(0, sum))))
}

const STRENGTH = 6
const WAVES = Array.from({ length: 8 }, (_, frequency) =>
  Float64Array.from({ length: LUMINANCE_EDGE }, (_, at) =>
    Math.cos(((2 * at + 1) * frequency * Math.PI) / (2 * LUMINANCE_EDGE)),
  ),
)
