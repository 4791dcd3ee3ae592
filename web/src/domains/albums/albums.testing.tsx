import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { hostBrandOf } from '#brands/index.ts'
import type { Album } from '#contract/albums.ts'
import type { Image } from '#contract/photos.ts'
import type { SharedAlbum } from '#contract/shared-albums.ts'
import { addressesExpire, photoForTests } from '#web/gallery/photo-list/photo.testing.ts'
import { EMPTY_MENU } from '#web/platform/config/config.ts'
import { ConfigProvider } from '#web/platform/config/config-context.tsx'
import { configureHttp } from '#web/platform/http/call.ts'
import { textsForTests } from '#web/platform/i18n/texts.testing.ts'
import { TextsProvider } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { ToastRegion } from '#web/ui/toast-region.tsx'

/** The id of the album with this index. */
export const albumIdForTests = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`

/**
 * Fake album services behind `call`. Records every call as 'METHOD path query' with its body. `fail` decides which calls
 * are answered with 400 or a given status, `pending` delays every answer until it resolves. Albums contain the first
 * photos of May 2024. The customer is 'owner'; albums of another `owner` are shared with them, and every second photo of
 * a shared album belongs to a friend.
 */
export function albumsForTests(given: { name: string; count: number; shared?: boolean; owner?: string }[]) {
  const service = {
    albums: given.map(({ name, count, shared = false, owner = VIEWER }, index) => ({
      name,
      shared,
      owner,
      photos: photos(count).map((photo, at) => (shared && at % 2 ? { ...photo, ownerId: FRIEND } : photo)),
      id: albumIdForTests(index),
    })),
    calls: [] as { line: string; body: unknown }[],
    fail: (_line: string): boolean | number => false,
    pending: Promise.resolve() as Promise<unknown>,
    covers: new Map<string, string>(),
    created: '2026-11-19T10:00:00Z',
    /** The participants of every shared album, as its owner sees them. */
    participants: [FRIEND],
    restore: () => void configureHttp(before),
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
  const answer = async (method: string, url: URL, body: Body | undefined): Promise<Response> => {
    const path = url.pathname
      .replace('/api/photo-management', '')
      .replace('/api/downloads', '')
      .replace('/api/shared-albums/users', '/shared-summary')
      .replace('/api/shared-albums', '')
    const line = `${method} ${path}${url.search}`
    service.calls.push({ line, body })
    await service.pending
    const failing = service.fail(line)
    if (failing) return refusal(failing === true ? 400 : failing)
    if (path.startsWith('/api/temp-selections')) return Response.json(FROZEN, { status: 201 })
    if (path === '/users')
      return Response.json(totals(service.albums.filter(({ owner }) => owner === VIEWER).length))
    if (path === '/shared-summary') {
      const shared = service.albums.filter(album => album.shared)
      const own = shared.filter(({ owner }) => owner === VIEWER)
      return Response.json({
        readAlbumsCount: shared.length - own.length,
        grantedAlbumsCount: own.length,
      })
    }
    if (path === '/shared-album-downloads')
      return Response.json({ id: albumIdForTests(99), photos: body?.photos }, { status: 201 })
    if (path === '/shared-albums') {
      const all = service.albums.filter(({ owner }) => owner !== VIEWER)
      return Response.json(pageOf(all, url, album => presentShared(present(album))))
    }
    if (path === '/albums' && method === 'GET') {
      const all = service.albums.filter(
        ({ shared, owner }) =>
          owner === VIEWER && (!shared || url.searchParams.get('displaySharedData') === 'true'),
      )
      return Response.json(pageOf(all, url, present))
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
      /^\/(shared-)?albums\/([\w-]+)(?:\/(photos|participants)(?:\/([\w-]+))?)?$/.exec(path) ?? []
    const album = service.albums.find(each => each.id === id)
    if (!album || (kind && !album.shared)) return refusal(404)
    if (part === 'participants') {
      const named = (who: string) => ({ id: who, email: `${who}@keepsake.test` })
      const participants = album.owner === VIEWER ? service.participants : [VIEWER]
      return Response.json({ owner: named(album.owner), participants: participants.map(named) })
    }
    if (!part) {
      if (method === 'DELETE') {
        service.albums.splice(service.albums.indexOf(album), 1)
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
      const gone = photoId ? [photoId] : body?.photoIds
      const before = album.photos.length
      album.photos = album.photos.filter(({ imageId }) =>
        gone ? !gone.includes(imageId) : body?.allExcept?.includes(imageId),
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
    const from = Number(url.searchParams.get('cursor') ?? 0)
    const to = Math.min(album.photos.length, from + Number(url.searchParams.get('limit')))
    return Response.json({
      images: album.photos.slice(from, to),
      cursor: to < album.photos.length ? String(to) : null,
      addressesExpire,
    })
  }
  const before = configureHttp({
    token: async () => 'token',
    fetch: (input, init) =>
      answer(
        init?.method ?? 'GET',
        new URL(String(input), 'http://keepsake.test'),
        init?.body ? JSON.parse(String(init.body)) : undefined,
      ),
  })
  return service
}

const FROZEN = { tempSelectionId: albumIdForTests(99), photosCount: 1, expires: '2026-11-22T10:00:00Z' }
const VIEWER = 'owner'
const FRIEND = 'friend'

const presentShared = ({ userId, coverChosen: _, ...album }: Album): SharedAlbum => ({
  ...album,
  ownerId: userId,
})

function pageOf<T, P>(all: readonly T[], url: URL, present: (album: T) => P) {
  const from = Number(url.searchParams.get('cursor') ?? 0)
  const to = Math.min(all.length, from + Number(url.searchParams.get('limit')))
  return {
    albums: all.slice(from, to).map(present),
    cursor: to < all.length ? String(to) : null,
    addressesExpire,
  }
}

type Body = {
  name?: string
  albumId?: string
  coverPhotoId?: string
  photoIds?: string[]
  allExcept?: string[]
  photos?: unknown
}

/** Renders the app at `path` with the given screens by route path; the Outlet of a screen renders its child route. */
export function renderForTests(
  path: string,
  screens: Record<string, () => ReactNode>,
  queries = newQueryClient(),
) {
  const root = createRootRoute({
    component: () => (
      <>
        <Outlet />
        <ToastRegion label="Notifications" closeLabel="Close" undoHint="Press Ctrl+Z to undo" />
      </>
    ),
  })
  const albumRoute = createRoute({
    getParentRoute: () => root,
    path: PATHS.album,
    component: screens[PATHS.album] ?? Outlet,
  })
  const sharedRoute = createRoute({
    getParentRoute: () => root,
    path: PATHS.sharedAlbum,
    component: screens[PATHS.sharedAlbum] ?? (() => <p>At {PATHS.sharedAlbum}</p>),
  })
  const sharedPreview = createRoute({
    getParentRoute: () => sharedRoute,
    path: 'preview/$photoId',
    component: screens[PATHS.sharedAlbumPhotoPreview] ?? (() => <p>The preview</p>),
  })
  const others = [PATHS.albums, PATHS.photos, PATHS.upload, '/test'].map(each =>
    createRoute({
      getParentRoute: () => root,
      path: each,
      component: screens[each] ?? (() => <p>At {each}</p>),
    }),
  )
  const preview = createRoute({
    getParentRoute: () => albumRoute,
    path: 'preview/$photoId',
    component: screens[PATHS.albumPhotoPreview] ?? (() => <p>The preview</p>),
  })
  const router = createRouter({
    routeTree: root.addChildren([
      albumRoute.addChildren([preview]),
      sharedRoute.addChildren([sharedPreview]),
      ...others,
    ]),
    history: createMemoryHistory({ initialEntries: [path] }),
  })
  const texts = textsForTests()
  const brand = hostBrandOf('keepsake-gb.localhost')!
  render(
    <ConfigProvider config={{ environment: 'test', brand, menu: EMPTY_MENU, texts }}>
      <TextsProvider texts={texts}>
        <QueryClientProvider client={queries}>
          <RouterProvider router={router as never} />
        </QueryClientProvider>
      </TextsProvider>
    </ConfigProvider>,
  )
  return { router, queries }
}

const newQueryClient = () => new QueryClient({ defaultOptions: { queries: { retry: false } } })

const photos = (count: number): Image[] =>
  Array.from({ length: count }, (_, index) => photoForTests(2024, 5, index))

const refusal = (status: number) =>
  Response.json(
    { code: status === 404 ? 'not-found' : 'bad-request', message: 'no', correlationId: 'test' },
    { status },
  )

const totals = (albumsCount: number) => ({
  userId: 'owner',
  photosCount: 60,
  albumsCount,
  registrationDate: '2020-01-01T00:00:00Z',
  lastUploadedAt: null,
  deletedCount: 0,
})
