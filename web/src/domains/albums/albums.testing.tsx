import type { QueryClient } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Album } from '#contract/albums.ts'
import type { Image } from '#contract/photos.ts'
import type { SharedAlbum } from '#contract/shared-albums.ts'
import { renderScreens, signIn } from '#web/app/screens.testing.tsx'
import { addressesExpire, photoForTests, userForTests } from '#web/gallery/photo-list/photo.testing.ts'
import { answerCalls, type ReceivedCall, refusal } from '#web/platform/http/http.testing.ts'
import { PATHS } from '#web/platform/navigation/paths.ts'

/** Returns the id of the album with this index. */
export const albumIdForTests = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`

/**
 * Fake album services behind `call`. Records every call as 'METHOD path query' with its body. `fail` decides which
 * calls are answered with 400 or a given status, `pending` delays every answer until it resolves. Albums contain the
 * first photos of May 2024. The customer is 'owner'; albums of another `owner` are shared with them, and every second
 * photo of a shared album belongs to a friend.
 */
export function albumsForTests(albums: { name: string; count: number; shared?: boolean; owner?: string }[]) {
  const made = albums.map(({ name, count, shared = false, owner = VIEWER }, index) => ({
    name,
    shared,
    owner,
    photos: photos(count).map((photo, at) => (shared && at % 2 ? { ...photo, ownerId: FRIEND } : photo)),
    id: albumIdForTests(index),
  }))
  const service = {
    albums: made,
    deletedAlbums: made.slice(0, 0),
    calls: [] as { line: string; body: unknown }[],
    fail: (_line: string): boolean | number => false,
    pending: Promise.resolve() as Promise<unknown>,
    covers: new Map<string, string>(),
    created: '2026-11-19T10:00:00Z',
    /** The participants of every shared album, as its owner sees them. */
    participants: [FRIEND],
    lines: (start = '') => service.calls.map(({ line }) => line).filter(line => line.startsWith(start)),
  }
  type Made = (typeof service.albums)[number]
  const present = (album: Made): Album => {
    const cover = service.covers.get(album.id)
    return {
      albumId: album.id,
      userId: album.owner,
      albumName: album.name,
      coverPhoto: album.photos.find(({ imageId }) => imageId === cover) ?? album.photos[0] ?? null,
      coverChosen: cover !== undefined,
      photosCount: album.photos.length,
      size: 0,
      created: service.created,
      updated: service.created,
      isShared: album.shared,
    }
  }
  const answer = async ({ method, path: full, search, query, body }: AlbumCall): Promise<Response> => {
    const path = full
      .replace('/api/photo-management', '')
      .replace('/api/downloads', '')
      .replace('/api/shared-albums/users', '/shared-summary')
      .replace('/api/shared-albums', '')
    const line = `${method} ${path}${search}`
    service.calls.push({ line, body })
    await service.pending
    const failing = service.fail(line)
    if (failing) return refusal(failing === true ? 400 : failing)
    if (path.startsWith('/api/temp-selections')) return Response.json(TEMP_SELECTION, { status: 201 })
    if (path === '/users')
      return Response.json(userForTests(60, service.albums.filter(({ owner }) => owner === VIEWER).length))
    if (path === '/shared-summary') {
      const shared = service.albums.filter(album => album.shared)
      const ownAlbums = shared.filter(({ owner }) => owner === VIEWER)
      return Response.json({
        readAlbumsCount: shared.length - ownAlbums.length,
        grantedAlbumsCount: ownAlbums.length,
      })
    }
    if (path === '/shared-album-downloads')
      return Response.json({ id: albumIdForTests(99), photos: body?.photos }, { status: 201 })
    if (path === '/shared-albums') {
      const all = service.albums.filter(({ owner }) => owner !== VIEWER)
      return Response.json(pageOf(all, query, album => presentShared(present(album))))
    }
    if (path === '/albums' && method === 'GET') {
      const all = service.albums.filter(
        ({ shared, owner }) => owner === VIEWER && (!shared || query.get('displaySharedData') === 'true'),
      )
      return Response.json(pageOf(all, query, present))
    }
    if (path === '/albums') {
      const id = body?.albumId ?? ''
      service.albums.unshift({ name: body?.name ?? '', shared: false, owner: VIEWER, photos: [], id })
      return Response.json({ albumId: id, albumName: body?.name }, { status: 201 })
    }
    const photo = /^\/photos\/([\w-]+)$/.exec(path)?.[1]
    if (photo) {
      const image = photos(2000).find(({ imageId }) => imageId === photo)
      return image
        ? Response.json({ image, year: 2024, month: 5, position: 0, addressesExpire })
        : refusal(404)
    }
    const [, kind, id, part, photoId] =
      /^\/(shared-)?albums\/([\w-]+)(?:\/(photos|participants|restore)(?:\/([\w-]+))?)?$/.exec(path) ?? []
    if (part === 'restore') service.albums.push(...service.deletedAlbums.splice(0))
    const album = service.albums.find(each => each.id === id)
    if (!album || (kind && !album.shared)) return refusal(404)
    if (part === 'participants') {
      const named = (accountId: string) => ({ id: accountId, email: `${accountId}@keepsake.test` })
      const participants = album.owner === VIEWER ? service.participants : [VIEWER]
      return Response.json({ owner: named(album.owner), participants: participants.map(named) })
    }
    if (!part || part === 'restore') {
      if (method === 'DELETE') {
        service.deletedAlbums.push(...service.albums.splice(service.albums.indexOf(album), 1))
        return new Response(null, { status: 204 })
      }
      if (body?.name) album.name = body.name
      if (body?.coverPhotoId) service.covers.set(id!, body.coverPhotoId)
      return Response.json(kind ? presentShared(present(album)) : present(album))
    }
    if (photoId === 'index')
      return Response.json({
        step: 240,
        count: album.photos.length,
        cursors: Array.from({ length: Math.ceil(album.photos.length / 240) }, (_, at) =>
          at ? String(at * 240) : null,
        ),
      })
    if (method === 'DELETE') {
      const removedIds = photoId ? [photoId] : body?.photoIds
      const before = album.photos.length
      album.photos = album.photos.filter(({ imageId }) =>
        removedIds ? !removedIds.includes(imageId) : body?.allExcept?.includes(imageId),
      )
      if (photoId) return new Response(null, { status: 204 })
      return Response.json({ removed: before - album.photos.length, photosCount: album.photos.length })
    }
    if (method === 'POST') return Response.json({ added: 1, photosCount: album.photos.length + 1 })
    if (photoId) {
      const position = album.photos.findIndex(({ imageId }) => imageId === photoId)
      return position < 0
        ? refusal(404)
        : Response.json({ image: album.photos[position], position, addressesExpire })
    }
    const from = Number(query.get('cursor') ?? 0)
    const to = Math.min(album.photos.length, from + Number(query.get('limit')))
    return Response.json({
      images: album.photos.slice(from, to),
      cursor: to < album.photos.length ? String(to) : null,
      addressesExpire,
    })
  }
  answerCalls(answer)
  return service
}

const TEMP_SELECTION = {
  tempSelectionId: albumIdForTests(99),
  tooSmallCount: 0,
  photosCount: 1,
  expires: '2026-11-22T10:00:00Z',
}
const VIEWER = 'owner'
const FRIEND = 'friend'

const presentShared = ({ userId, coverChosen: _, ...album }: Album): SharedAlbum => ({
  ...album,
  ownerId: userId,
})

function pageOf<T, P>(all: readonly T[], query: URLSearchParams, present: (album: T) => P) {
  const from = Number(query.get('cursor') ?? 0)
  const to = Math.min(all.length, from + Number(query.get('limit')))
  return {
    albums: all.slice(from, to).map(present),
    cursor: to < all.length ? String(to) : null,
    addressesExpire,
  }
}

type AlbumCall = Omit<ReceivedCall, 'body'> & { body?: Body }
type Body = {
  name?: string
  albumId?: string
  coverPhotoId?: string
  photoIds?: string[]
  allExcept?: string[]
  photos?: unknown
}

/** Renders the app at `path` with the given screens by route path, and placeholders for the others of albums. */
export function renderForTests(
  path: string,
  screens: Record<string, () => ReactNode>,
  queries?: QueryClient,
) {
  signIn()
  const places = [PATHS.albums, PATHS.photos, PATHS.upload, PATHS.sharedAlbum, '/test']
  const others = {
    [PATHS.album]: Outlet,
    [PATHS.albumPhotoPreview]: () => <p>The preview</p>,
    [PATHS.sharedAlbumPhotoPreview]: () => <p>The preview</p>,
    ...Object.fromEntries(places.map(place => [place, () => <p>At {place}</p>])),
  }
  return renderScreens(path, { ...others, ...screens }, { queries })
}

const photos = (count: number): Image[] =>
  Array.from({ length: count }, (_, index) => photoForTests(2024, 5, index))
