import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import type { PlacedPhoto } from '#web/gallery/index.ts'
import { BIN_GROUP } from './use-bin-selection.ts'

/** Returns the first photo of the bin that begins in the window; undefined at the top of the page. */
export function readBinPlace(grid: HTMLElement | null): PlacedPhoto | undefined {
  if (!grid || scrollY === 0) return undefined
  for (const [index, tile] of listTiles(grid).entries()) {
    const offset = tile.getBoundingClientRect().top
    if (offset >= 0) return { imageId: tile.dataset.photo, month: BIN_GROUP, index, offset }
  }
  return undefined
}

/**
 * Scrolls to the photo with which the bin was left, after loading the pages up to it; if it is gone, to the one that is now at its
 * index. Does nothing once the page has been scrolled.
 */
export function useBinPlace(
  grid: RefObject<HTMLElement | null>,
  photo: PlacedPhoto | undefined,
  query: Pick<
    UseInfiniteQueryResult<{ pages: readonly unknown[] }>,
    'data' | 'hasNextPage' | 'isFetching' | 'isFetchNextPageError' | 'fetchNextPage'
  >,
): void {
  const isPending = useRef(photo !== undefined)
  const { data, hasNextPage, isFetching, isFetchNextPageError } = query
  const loadNext = useEffectEvent(() => void query.fetchNextPage())
  useLayoutEffect(() => {
    if (!photo || !isPending.current || !grid.current) return
    if (scrollY > 0) {
      isPending.current = false
      return
    }
    const tiles = listTiles(grid.current)
    const tile = tiles.find(({ dataset }) => dataset.photo === photo.imageId)
    const target = tile ?? (hasNextPage ? undefined : (tiles[photo.index] ?? tiles.at(-1)))
    if (!target) return
    isPending.current = false
    scrollBy({ top: target.getBoundingClientRect().top - photo.offset, behavior: 'instant' })
  })
  useEffect(() => {
    if (isPending.current && data && hasNextPage && !isFetching && !isFetchNextPageError) loadNext()
  }, [data, hasNextPage, isFetching, isFetchNextPageError])
}

const listTiles = (grid: HTMLElement) => [...grid.querySelectorAll<HTMLElement>('[data-photo]')]
