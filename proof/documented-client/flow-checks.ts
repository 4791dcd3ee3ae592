import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { unzip } from '#server/testing/unzip.ts'
import { RequestError } from './caller.ts'
import type { Client } from './client.ts'
import type { Sort } from './library-client.ts'
import type { World } from './product-world.ts'
import type { Image } from './shapes.ts'

export const DAY = 24 * 60 * 60 * 1000
export const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000'
export const NEWEST: Sort = { sortKey: 'created', sortOrder: 'desc' }
const SORTS: Sort[] = (['created', 'dateTaken'] as const).flatMap(sortKey =>
  (['desc', 'asc'] as const).map(sortOrder => ({ sortKey, sortOrder })),
)

type PhotoPage = { cursor: string | null; images: Image[] }
type LoadPage = (cursor: string | null, sort: Sort) => Promise<PhotoPage>

/** Asserts that a call is answered with the status. */
export const assertStatus = (call: Promise<unknown>, status: number) =>
  assert.rejects(call, error => {
    assert(error instanceof RequestError, String(error))
    assert.equal(error.status, status)
    return true
  })

export const until = async <T>(world: World, what: string, look: () => T | undefined): Promise<T> => {
  for (let turn = 0; turn < 100; turn++) {
    const found = look()
    if (found !== undefined) return found
    await world.advance(1000)
    await sleep(50)
  }
  return assert.fail(`${what} did not happen`)
}

export const assertPages = async (sizes: number[], load: LoadPage) => {
  for (const sort of SORTS) {
    const pages: Image[][] = []
    let cursor: string | null = null
    do {
      const page: PhotoPage = await load(cursor, sort)
      pages.push(page.images)
      cursor = page.cursor
    } while (cursor !== null && pages.length < 100)
    assert.deepEqual(
      pages.map(({ length }) => length),
      sizes,
    )
    assert.equal(new Set(idsOf(pages.flat())).size, pages.flat().length)
    const dates = pages
      .flat()
      .flatMap(image => image[sort.sortKey] ?? [])
      .map(date => Date.parse(date))
    const sign = sort.sortOrder === 'asc' ? 1 : -1
    assert.deepEqual(
      dates,
      dates.toSorted((one, other) => sign * (one - other)),
    )
  }
}

export const idsOf = (images: Image[]) => images.map(({ imageId }) => imageId)
/** Asserts how many JPEG files a zip contains; its other files do not count. */
export const assertZip = async (bytes: Uint8Array, pictures: number) => {
  const names = [...(await unzip(Buffer.from(bytes))).keys()]
  assert.equal(names.filter(name => name.endsWith('.jpg')).length, pictures)
}

export const addPhotos = async ({ library }: Client, world: World, count: number) => {
  await world.addPhotos(count, { takenAt: '2024-05-10T12:00:00Z' })
  const { images } = await library.photoPage(null, NEWEST)
  assert.equal(images.length, count)
  return images
}
