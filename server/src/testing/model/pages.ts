import { expect } from 'vitest'
import type { SortKey, SortOrder } from '#contract/photos.ts'
import type { Random } from '../random.ts'

interface Page {
  cursor: string | null
  images: { imageId: string }[]
}

/** Picks one of the four orders of a page. */
export const pickOrder = (random: Random): { sortKey: SortKey; sortOrder: SortOrder } => ({
  sortKey: random.pick(['created', 'dateTaken'] as const),
  sortOrder: random.pick(['asc', 'desc'] as const),
})

/** Reads one, two or all pages of a random size by their cursors; they must have the expected ids in order. */
export async function expectPages(
  random: Random,
  expectedIds: readonly string[],
  read: (query: { limit: number; cursor?: string }) => Promise<Page>,
): Promise<void> {
  const limit = 1 + random.integer(8)
  const maxPages = random.chance(0.05) ? Number.POSITIVE_INFINITY : random.chance(0.25) ? 2 : 1
  const seenIds: string[] = []
  let cursor: string | null = null
  for (let pages = 0; pages < maxPages; pages++) {
    const page: Page = await read({ limit, ...(cursor ? { cursor } : {}) })
    seenIds.push(...page.images.map(image => image.imageId))
    expect(seenIds).toEqual(expectedIds.slice(0, (pages + 1) * limit))
    cursor = page.cursor
    expect(cursor === null).toBe(seenIds.length === expectedIds.length)
    if (cursor === null) return
  }
}
