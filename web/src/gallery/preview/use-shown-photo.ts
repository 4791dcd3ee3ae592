import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Image } from '#contract/photos.ts'
import { subscribeLibrary } from '#web/platform/push/library.ts'
import { evictPages } from '../photo-list/photo-cache.ts'
import { photoListKeys } from '../photo-list/photo-list-queries.ts'
import { type PhotoSequence, useUnderlyingPhotos } from '../photo-list/photo-sequence.ts'
import { positionAfterRemoval } from './neighbours.ts'

export interface ShownPhoto {
  position: number
  image: Image
}

export interface Navigation {
  /** Writes the photo's id to the URL. */
  show: (imageId: string) => void
  /** Navigates to the list: there is no photo to show (PL-066). */
  leave: () => void
  /** Reports that a requested photo could not be loaded. */
  failed: () => void
}

/**
 * The photo in the URL, and navigation from it to others of the page below. It stays the same photo when the order
 * around it changes; when it is removed its neighbour replaces it (PL-065). While `busy` no photo counts as removed.
 */
export function useShownPhoto(id: string, navigation: Navigation) {
  const { sequence, status, refetchPhoto } = useUnderlyingPhotos()
  const queries = useQueryClient()
  const [shown, setShown] = useState<ShownPhoto | null>(null)
  const [failed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const latest = useRef({ sequence, navigation, refetchPhoto })
  const now = useRef<ShownPhoto | null>(null)
  /** Number of requested photos, so that only the latest request is shown. */
  const requests = useRef(0)
  const wanted = useRef<number | null>(null)
  /** The last id written to the URL, which is updated with a delay: such a change is not a new request. */
  const written = useRef(id)
  const busy = useRef(false)
  useLayoutEffect(() => {
    latest.current = { sequence, navigation, refetchPhoto }
  })

  const show = (next: ShownPhoto) => {
    now.current = next
    wanted.current = null
    setFailed(false)
    setShown(next)
    evictPages(queries)
  }

  /** Shows the photo at a position when it has loaded; false if there is none. */
  const showAt = async (position: number, except?: string): Promise<boolean> => {
    const request = ++requests.current
    wanted.current = position
    const from = latest.current.sequence
    let image: Image | null | undefined = from.peek(position)
    try {
      image ??= await from.at(position)
    } catch {
      if (request === requests.current) {
        wanted.current = null
        latest.current.navigation.failed()
      }
      return true
    }
    if (request !== requests.current) return true
    if (!image || image.imageId === except) {
      wanted.current = null
      return false
    }
    show({ position, image })
    return true
  }

  /** Shows the neighbour of a removed photo, or the list. */
  const lose = async (imageId: string) => {
    const last = now.current
    if (!last || last.image.imageId !== imageId) return latest.current.navigation.leave()
    const next = positionAfterRemoval(last.position, latest.current.sequence.total)
    if (next === null) return latest.current.navigation.leave()
    // Stale counts may still include the removed photo at position 0.
    if (!(await showAt(next, imageId)) && !(await showAt(next + 1, imageId)))
      latest.current.navigation.leave()
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: looks the photo up again when order or request change.
  useEffect(() => {
    if (status !== 'ready' || busy.current) return
    if (!isPhotoId(id)) return latest.current.navigation.leave()
    const own = now.current !== null && id === written.current
    // Another photo is already loading.
    if (own && wanted.current !== null) return
    const request = ++requests.current
    const target = own ? now.current!.image.imageId : id
    written.current = id
    find(queries, sequence, target)
      .then(async found => {
        if (request !== requests.current) return
        if (!found) return lose(target)
        const image = found.image ?? (await refetchPhoto(target))
        if (request !== requests.current) return
        if (image) show({ position: found.position, image })
        else await lose(target)
      })
      .catch(() => {
        if (request === requests.current && !now.current) setFailed(true)
      })
  }, [id, sequence, status, attempt])

  const renew = async (imageId: string) => {
    const image = await latest.current.refetchPhoto(imageId).catch(() => undefined)
    const last = now.current
    if (image && last?.image.imageId === imageId) show({ ...last, image })
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: its callbacks read the current values from refs.
  useEffect(() => {
    const subscription = subscribeLibrary(message => {
      const imageId = now.current?.image.imageId
      const concerns =
        message.type === 'ready' || (message.type === 'photos-changed' && message.photoIds.includes(imageId!))
      if (!imageId || !concerns) return
      if (message.type === 'photos-changed' && message.change === 'removed') {
        if (!busy.current) void lose(imageId)
        return
      }
      // After 'ready' it may be gone: that is looked up when its list has been refetched.
      void queries.invalidateQueries({ queryKey: [...photoListKeys.all, 'fresh', imageId] })
      void renew(imageId)
    })
    return () => subscription.close()
  }, [])

  useWrittenAddress(shown?.image.imageId, written, imageId => {
    written.current = imageId
    latest.current.navigation.show(imageId)
  })

  return {
    shown,
    failed: failed || status === 'error',
    retry: () => setAttempt(attempt + 1),
    sequence,
    lose,
    /** Fetches new picture addresses of the photo (OP-33). */
    renew,
    showAt,
    /** Moves to a neighbour; false at an end. Steps add up while a page is loading. */
    step: (by: -1 | 1) => {
      if (!now.current) return false
      const target = (wanted.current ?? positionOf(latest.current.sequence, now.current)) + by
      if (target < 0 || target >= latest.current.sequence.total) return false
      void showAt(target)
      return true
    },
    /** Marks that an action on the photo is running: its absence is expected and not yet final. */
    setBusy: (on: boolean) => {
      busy.current = on
      if (!on) setAttempt(count => count + 1)
    },
  }
}

/** The photo's position, off by one where a photo before it was added or removed and the cache reflects that. */
function positionOf(sequence: PhotoSequence, { position, image }: ShownPhoto) {
  const moved = [position, position - 1, position + 1].find(
    place => sequence.peek(place)?.imageId === image.imageId,
  )
  return moved ?? position
}

/** Ids in any other form are unknown without a request (PL-066). */
const isPhotoId = (id: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id)

/** A photo's position and, if cached, the photo. */
async function find(queries: QueryClient, sequence: PhotoSequence, imageId: string) {
  const position = await sequence.indexOf(imageId)
  if (position === null) return null
  const there = sequence.peek(position)
  if (there?.imageId === imageId) return { position, image: there }
  const [, asked] =
    queries.getQueriesData<{ image: Image }>({ queryKey: photoListKeys.photoInLists(imageId) })[0] ?? []
  return { position, image: asked?.image }
}

/** Browsers rate-limit history changes: the URL is written once the photo has been shown this long. */
const REST_MS = 120

function useWrittenAddress(
  imageId: string | undefined,
  written: RefObject<string>,
  write: (imageId: string) => void,
) {
  const latest = useRef(write)
  useLayoutEffect(() => {
    latest.current = write
  })
  useEffect(() => {
    if (!imageId || imageId === written.current) return
    const timer = setTimeout(() => latest.current(imageId), REST_MS)
    return () => clearTimeout(timer)
  }, [imageId, written])
}
