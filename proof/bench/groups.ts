import { findGroups } from '#server/domains/similar-photos/group-photos.ts'
import type { ComparedPhoto } from '#server/domains/similar-photos/grouping/compared-photo.ts'
import { createImages } from '#server/platform/images/index.ts'
import { createRandom } from '#server/testing/random.ts'
import { deriveSet } from './groups/derive-set.ts'
import type { LabelledPhoto } from './groups/labelled-photo.ts'
import { readLabelledSet } from './groups/read-labelled-set.ts'
import { comparePairs, listPairs } from './groups/score.ts'
import { type Bench, verify } from './harness/bench.ts'
import { createFigure, type Figure } from './harness/figure.ts'
import { createTemporaryFolder } from './harness/processes.ts'

const PHOTOS = 100_000
/** Found at least every second time; left out of the recall of all. */
const LARGE_CROP = 'cropped 8 %'

/**
 * Copies and similar shots of a folder (NX-220, NX-221): with `groups.tsv` (path, copies, similar, best; empty: none) its pictures
 * as they are labelled, without one the copies and shots that are derived from them. The facts are those of the ingest.
 */
export const groups: Bench = {
  name: 'groups',
  target:
    'copies: precision ≥ 0.995, recall ≥ 0.98 (cropped by 8 %: 0.5); similar shots: precision ≥ 0.93, recall ≥ 0.85; recommended as a person would in 75 %; 100,000 photos are grouped in 3 s',
  isOnRequest: true,
  async run({ quick, log, resources, directory }) {
    const figures: Figure[] = []
    const notes: string[] = []
    if (directory !== undefined) {
      const folder = await createTemporaryFolder(resources)
      const images = createImages({ tempDir: folder })
      resources.defer(() => images.close())
      const labelled =
        (await readLabelledSet(images, directory)) ??
        (await deriveSet(images, directory, { folder, log, limit: quick ? 20 : 60 }))
      notes.push(`${labelled.length} pictures`)
      figures.push(...(await scoreGroups(labelled)))
    }
    const photos = createPhotos(quick ? PHOTOS / 10 : PHOTOS)
    const rounds: number[] = []
    for (let round = 0; round < (quick ? 1 : 3); round++)
      rounds.push(await measureCpuSeconds(() => findGroups(photos, () => false)))
    figures.push(createFigure(`grouping ${photos.length} photos: CPU`, rounds, { atMost: 3, unit: 's' }))
    const found = await findGroups(photos, () => false)
    verify(found.copies.length >= photos.length / 20 - 5, 'the copies among random pictures are found')
    return { correct: ['every copy among random pictures is found'], figures, notes }
  },
}

async function scoreGroups(labelled: readonly LabelledPhoto[]): Promise<Figure[]> {
  const search = (photos: readonly LabelledPhoto[]) =>
    findGroups(
      photos.map(({ photo }) => photo),
      () => false,
    )
  // Derived shots are as close to derived copies as to each other: each set of a scene is judged without the other.
  const isDerived = labelled.some(({ kind }) => kind !== undefined)
  const found = isDerived
    ? {
        copies: (await search(labelled.filter(each => each.copies !== ''))).copies,
        similar: (await search(labelled.filter(each => each.similar !== ''))).similar,
      }
    : await search(labelled)
  const byId = new Map(labelled.map(each => [each.photo.photoId, each]))
  const isLarge = ({ kind }: LabelledPhoto) => kind === LARGE_CROP
  const copies = listPairs(labelled, photo => photo.copies)
  const smallerCopies = listPairs(
    labelled.filter(each => !isLarge(each)),
    photo => photo.copies,
  )
  const similar = listPairs(labelled, photo => photo.similar)
  const foundSimilar = comparePairs(found.similar, similar)
  const kinds = [...new Set(labelled.flatMap(({ kind }) => kind ?? []))]
  const groupOf = new Map(
    found.copies.flatMap(group => group.map(({ photoId }) => [photoId, group] as const)),
  )
  const originals = new Map(
    labelled
      .filter(each => each.copies && each.kind === undefined)
      .map(each => [each.copies, each.photo.photoId]),
  )
  const isFound = ({ photo, copies }: LabelledPhoto) => {
    const group = groupOf.get(photo.photoId)
    return group !== undefined && group === groupOf.get(originals.get(copies) ?? '')
  }
  const recommended = found.similar.filter(group => group.some(({ photoId }) => byId.get(photoId)?.isBest))
  const right = recommended.filter(([best]) => byId.get(best!.photoId)?.isBest)
  return [
    createFigure('copies: precision', [comparePairs(found.copies, copies).precision], {
      atLeast: 0.995,
      unit: '',
    }),
    createFigure('copies: recall', [comparePairs(found.copies, smallerCopies).recall], {
      atLeast: 0.98,
      unit: '',
    }),
    ...kinds.map(kind => {
      const ofKind = labelled.filter(photo => photo.kind === kind)
      const share = ofKind.filter(isFound).length / ofKind.length
      return createFigure(`copies ${kind}: found`, [share], {
        atLeast: kind === LARGE_CROP ? 0.5 : 0.98,
        unit: '',
      })
    }),
    createFigure('similar: precision', [foundSimilar.precision], { atLeast: 0.93, unit: '' }),
    createFigure('similar: recall', [foundSimilar.recall], { atLeast: 0.85, unit: '' }),
    ...(recommended.length > 0
      ? [
          createFigure('recommended as a person would', [right.length / recommended.length], {
            atLeast: 0.75,
            unit: '',
          }),
        ]
      : []),
  ]
}

async function measureCpuSeconds(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}

/** Random pictures, each twentieth with a copy, in bursts of five. */
function createPhotos(count: number): ComparedPhoto[] {
  const random = createRandom(100_000)
  const photos: ComparedPhoto[] = []
  while (photos.length < count) {
    const isCopy = photos.length % 20 === 19
    const place = photos.length
    let hash = isCopy ? photos[place - 7]!.hash! ^ 6n : 0n
    if (!isCopy) for (let bit = 1n; bit < 64n; bit++) if (random.chance(0.5)) hash |= 1n << bit
    photos.push({
      photoId: String(place).padStart(8, '0'),
      takenAt: isCopy ? undefined : Math.floor(place / 5) * 3_600_000 + (place % 5) * 2_000,
      cameraId: isCopy ? undefined : 1,
      width: isCopy ? 1600 : 4000,
      height: isCopy ? 1200 : 3000,
      hash,
      colours: new Uint8Array(48).fill(place % 200),
      sharpness: 100 + (place % 50),
      dark: 0,
      light: 0,
    })
  }
  return photos
}
