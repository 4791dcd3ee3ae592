import { expect } from 'vitest'
import type { SortKey, SortOrder } from '#contract/photos.ts'
import type { Random } from '../random.ts'

interface Page {
  cursor: string | null
  images: { imageId: string }[]
}

/** One of the four orders of a page. */
export const pickOrder = (random: Random): { sortKey: SortKey; sortOrder: SortOrder } => ({
  sortKey: random.pick(['created', 'dateTaken'] as const),
  sortOrder: random.pick(['asc', 'desc'] as const),
})

/** Reads one, two or all pages of a random size by their cursors; they must have the expected ids in order. */
export async function expectPages(
  random: Random,
  expected: readonly string[],
  read: (query: { limit: number; cursor?: string }) => Promise<Page>,
): Promise<void> {
  const limit = 1 + random.integer(8)
  const most = random.chance(0.05) ? Number.POSITIVE_INFINITY : random.chance(0.25) ? 2 : 1
  const seen: string[] = []
  let cursor: string | null = null
  for (let pages = 0; pages < most; pages++) {
    const page: Page = await read({ limit, ...(cursor ? { cursor } : {}) })
    seen.push(...page.images.map(image => image.imageId))
    expect(seen).toEqual(expected.slice(0, (pages + 1) * limit))
    cursor = page.cursor
    expect(cursor === null).toBe(seen.length === expected.length)
    if (cursor === null) return
  }
}
