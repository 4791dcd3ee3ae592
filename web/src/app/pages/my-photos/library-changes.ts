import type { InvalidateQueryFilters, QueryClient, QueryFilters, QueryKey } from '@tanstack/react-query'
import type { PhotoPage } from '#contract/photos.ts'
import type { LibraryPush } from '#contract/push.ts'
import { activationQuery } from '#web/domains/activation/index.ts'
import { isDeletingAlbum } from '#web/domains/albums/index.ts'
import { applyLibraryMove, photoKeys } from '#web/domains/photos/index.ts'
import { isRemovalInProgress, removePhotosFromPlaces } from '#web/gallery/index.ts'

/** Cache updates for a message of the library's socket; see useLibraryChanges. */
export function createLibraryChanges(queries: QueryClient): (message: LibraryPush) => void {
  const batch = new ChangeBatch(queries)
  return message => {
    if (message.type === 'photos-changed' && message.change === 'removed')
      removePhotosFromPlaces(new Set(message.photoIds))
    if (message.type === 'library-move') applyLibraryMove(queries, message.move)
    if (message.type === 'import-started' || message.type === 'ready')
      void queries.invalidateQueries(activationQuery)
    const change = toChange(message)
    if (change) batch.add(change)
    // The page shows what it had before the move until it is refetched.
    if (message.type === 'library-move' && change) batch.flush()
  }
}

/**
 * Returns the data a push message makes stale: everything, or only the pages that contain the given photos. 'ready'
 * says that any change may have been missed.
 */
export function toChange(message: LibraryPush): Change | undefined {
  switch (message.type) {
    case 'ready':
      return 'all'
    case 'albums-changed':
      return message.change === 'removed' ? { removedAlbums: message.albumIds } : 'albums'
    case 'album-photos-changed':
      return { album: message.albumId }
    case 'library-move':
      return message.move.state === 'done' ? 'all' : undefined
    case 'photo-dates-changed':
      return 'all'
    case 'photos-changed':
      return message.change === 'updated' ? new Set(message.photoIds) : 'all'
    default:
      return undefined
  }
}

export type Change = 'all' | 'albums' | { album: string } | { removedAlbums: string[] } | ReadonlySet<string>

/**
 * Invalidates changed data and refetches the queries in view, but those of albums that are removed, or that this page is
 * removing: the page of one may still be shown, and a request for it would fail.
 */
export function applyChanges(
  queries: QueryClient,
  changes: readonly Change[],
  refetchType: 'active' | 'none' = 'active',
): void {
  const removedAlbums = changes.flatMap(change => (isRemoval(change) ? change.removedAlbums : []))
  const isStillShown = ({ queryKey }: { queryKey: QueryKey }) =>
    !queryKey.some(part => {
      const [id = ''] = String(part).split(' ')
      return removedAlbums.includes(id) || isDeletingAlbum(id)
    })
  const invalidate = (filters: QueryFilters) => invalidateLoaded(queries, { ...filters, refetchType })
  if (changes.includes('all')) {
    invalidate({ queryKey: photoKeys.all, predicate: isStillShown })
    if (queries.getQueryData(activationQuery.queryKey)?.status === 'IMPORTING')
      invalidate({ queryKey: activationQuery.queryKey })
    return
  }
  if (changes.includes('albums') || removedAlbums.length > 0) {
    invalidate({ queryKey: photoKeys.totals })
    invalidate({ queryKey: photoKeys.albums, predicate: isStillShown })
  }
  const albums = changes.flatMap(change => (isAlbumChange(change) ? [change.album] : []))
  const ids = new Set(changes.flatMap(change => (change instanceof Set ? [...change] : [])))
  if (ids.size + albums.length === 0) return
  invalidate({
    queryKey: photoKeys.pages,
    predicate: ({ queryKey, state }) =>
      isStillShown({ queryKey }) &&
      (albums.some(album => String(queryKey[2]).startsWith(`${album} `)) ||
        ((state.data as Partial<PhotoPage> | undefined)?.images?.some(({ imageId }) => ids.has(imageId)) ??
          false)),
  })
}

/**
 * Invalidates queries, those that are loading their first data once they have it: the service may have read it before.
 */
function invalidateLoaded(queries: QueryClient, filters: InvalidateQueryFilters) {
  void queries.invalidateQueries(filters)
  const loading = queries.getQueryCache().findAll({ queryKey: filters.queryKey, fetchStatus: 'fetching' })
  for (const { queryKey, state, promise } of loading) {
    if (state.data !== undefined) continue
    promise?.then(
      () => void queries.invalidateQueries({ ...filters, queryKey, exact: true }),
      () => {
        // The query that requested it reports the failure.
      },
    )
  }
}

function isAlbumChange(change: Change): change is { album: string } {
  return typeof change === 'object' && 'album' in change
}

function isRemoval(change: Change): change is { removedAlbums: string[] } {
  return typeof change === 'object' && 'removedAlbums' in change
}

/**
 * Collects the changes of BATCH_MS and applies them together. Changes during a removal of photos are applied after it,
 * without a request: the end of the removal refetches the queries in view.
 */
class ChangeBatch {
  #changes: Change[] = []
  #duringRemoval: Change[] = []
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #queries: QueryClient

  constructor(queries: QueryClient) {
    this.#queries = queries
  }

  add(change: Change) {
    this.#changes.push(change)
    this.#timer ??= setTimeout(() => this.flush(), BATCH_MS)
  }

  /** Applies what has been collected at once. */
  flush() {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const changes = this.#changes.splice(0)
    if (isRemovalInProgress(this.#queries)) {
      this.#duringRemoval.push(...changes)
      this.#timer = setTimeout(() => this.flush(), BATCH_MS)
      return
    }
    applyChanges(this.#queries, this.#duringRemoval.splice(0), 'none')
    applyChanges(this.#queries, changes)
  }
}

const BATCH_MS = 400
