import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { Image } from '#contract/photos.ts'
import { useLibraryPush } from '#web/platform/push/use-library-push.ts'
import { evictPages } from '../photo-list/photo-cache.ts'
import { photoListKeys } from '../photo-list/photo-list-queries.ts'
import { type PhotoSequence, useUnderlyingPhotos } from '../photo-list/photo-sequence.ts'
import { getPositionAfterRemoval } from './neighbours.ts'

export interface ShownPhoto {
  position: number
  image: Image
}

export interface Navigation {
  /** Writes the photo's id to the URL. */
  show: (imageId: string) => void
  /** Navigates to the list: there is no photo to show. */
  leave: () => void
  /** Reports that a requested photo could not be loaded. */
  onFailed: () => void
}

/**
 * Manages the photo in the URL and the navigation from it to other photos of the page below. It stays the same photo
 * when the order around it changes; when it is removed its neighbour replaces it. While `isBusy` no photo
 * counts as removed.
 */
export function useShownPhoto(id: string, navigation: Navigation) {
  const { sequence, status, refetchPhoto } = useUnderlyingPhotos()
  const queries = useQueryClient()
  const [shown, setShown] = useState<ShownPhoto | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const latest = useRef({ sequence, navigation, refetchPhoto })
  const currentPhoto = useRef<ShownPhoto | null>(null)
  /** Number of requested photos, so that only the latest request is shown. */
  const requests = useRef(0)
  const requestedPosition = useRef<number | null>(null)
  /** The last id written to the URL, which is updated with a delay: such a change is not a new request. */
  const writtenId = useRef(id)
  const isBusy = useRef(false)
  useLayoutEffect(() => {
    latest.current = { sequence, navigation, refetchPhoto }
  })

  const show = (next: ShownPhoto) => {
    currentPhoto.current = next
    requestedPosition.current = null
    setFailed(false)
    setShown(next)
    evictPages(queries)
  }

  /** Shows the photo at a position when it has loaded; false if there is none. */
  const showAt = async (position: number, except?: string): Promise<boolean> => {
    const request = ++requests.current
    requestedPosition.current = position
    const from = latest.current.sequence
    let image: Image | null | undefined = from.peek(position)
    try {
      image ??= await from.at(position)
    } catch {
      if (request === requests.current) {
        requestedPosition.current = null
        latest.current.navigation.onFailed()
      }
      return true
    }
    if (request !== requests.current) return true
    if (!image || image.imageId === except) {
      requestedPosition.current = null
      return false
    }
    show({ position, image })
    return true
  }

  /** Shows the neighbour of a removed photo, or the list. */
  const replaceRemoved = async (imageId: string) => {
    const previousPhoto = currentPhoto.current
    if (!previousPhoto || previousPhoto.image.imageId !== imageId) return latest.current.navigation.leave()
    const next = getPositionAfterRemoval(previousPhoto.position, latest.current.sequence.total)
    if (next === null) return latest.current.navigation.leave()
    // Stale counts may still include the removed photo at position 0.
    if (!(await showAt(next, imageId)) && !(await showAt(next + 1, imageId)))
      latest.current.navigation.leave()
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: looks the photo up again when order or request change.
  useEffect(() => {
    if (status !== 'ready' || isBusy.current) return
    if (!isPhotoId(id)) return latest.current.navigation.leave()
    const isWrittenId = currentPhoto.current !== null && id === writtenId.current
    // Another photo is already loading.
    if (isWrittenId && requestedPosition.current !== null) return
    const request = ++requests.current
    const target = isWrittenId ? currentPhoto.current!.image.imageId : id
    writtenId.current = id
    findPhoto(queries, sequence, target)
      .then(async location => {
        if (request !== requests.current) return
        if (!location) return replaceRemoved(target)
        const image = location.image ?? (await refetchPhoto(target))
        if (request !== requests.current) return
        if (image) show({ position: location.position, image })
        else await replaceRemoved(target)
      })
      .catch(() => {
        if (request === requests.current && !currentPhoto.current) setFailed(true)
      })
  }, [id, sequence, status, attempt])

  const renew = async (imageId: string) => {
    const image = await latest.current.refetchPhoto(imageId).catch(() => undefined)
    const previousPhoto = currentPhoto.current
    if (image && previousPhoto?.image.imageId === imageId) show({ ...previousPhoto, image })
  }

  useLibraryPush(message => {
    const imageId = currentPhoto.current?.image.imageId
    const isRelevant =
      message.type === 'ready' || (message.type === 'photos-changed' && message.photoIds.includes(imageId!))
    if (!imageId || !isRelevant) return
    if (message.type === 'photos-changed' && message.change === 'removed') {
      if (!isBusy.current) void replaceRemoved(imageId)
      return
    }
    // After 'ready' the photo may have been removed: the refetched list shows it.
    void queries.invalidateQueries({ queryKey: [...photoListKeys.all, 'fresh', imageId] })
    void renew(imageId)
  })

  useWriteAddress(shown?.image.imageId, writtenId, imageId => {
    writtenId.current = imageId
    latest.current.navigation.show(imageId)
  })

  return {
    shown,
    failed: hasFailed || status === 'error',
    retry: () => setAttempt(attempt + 1),
    sequence,
    replaceRemoved,
    /** Fetches new picture addresses of the photo. */
    renew,
    showAt,
    /** Moves to a neighbour; false at an end. Steps add up while a page is loading. */
    step: (by: -1 | 1) => {
      if (!currentPhoto.current) return false
      const target =
        (requestedPosition.current ?? findCurrentPosition(latest.current.sequence, currentPhoto.current)) + by
      if (target < 0 || target >= latest.current.sequence.total) return false
      void showAt(target)
      return true
    },
    /** Marks that an action on the photo is running: its absence is expected and not yet final. */
    setBusy: (isBusyNow: boolean) => {
      isBusy.current = isBusyNow
      if (!isBusyNow) setAttempt(count => count + 1)
    },
  }
}

/** Finds the photo's position, which differs by one after a photo before it was added or removed. */
function findCurrentPosition(sequence: PhotoSequence, { position, image }: ShownPhoto) {
  const movedPosition = [position, position - 1, position + 1].find(
    place => sequence.peek(place)?.imageId === image.imageId,
  )
  return movedPosition ?? position
}

/** Ids in any other form are unknown without a request. */
const isPhotoId = (id: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id)

/** Finds a photo's position and, if cached, the photo. */
async function findPhoto(queries: QueryClient, sequence: PhotoSequence, imageId: string) {
  const position = await sequence.indexOf(imageId)
  if (position === null) return null
  const cachedImage = sequence.peek(position)
  if (cachedImage?.imageId === imageId) return { position, image: cachedImage }
  const [, locatedPhoto] =
    queries.getQueriesData<{ image: Image }>({ queryKey: photoListKeys.photoInLists(imageId) })[0] ?? []
  return { position, image: locatedPhoto?.image }
}

/** Browsers rate-limit history changes: the URL is written once the photo has been shown this long. */
const REST_MS = 120

function useWriteAddress(
  imageId: string | undefined,
  writtenId: RefObject<string>,
  write: (imageId: string) => void,
) {
  const writeNow = useEffectEvent(write)
  useEffect(() => {
    if (!imageId || imageId === writtenId.current) return
    const timer = setTimeout(() => writeNow(imageId), REST_MS)
    return () => clearTimeout(timer)
  }, [imageId, writtenId])
}
