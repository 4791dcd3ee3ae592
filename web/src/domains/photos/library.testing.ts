import type { Activation, RefusedFile } from '#contract/activation.ts'
import type { PhotoProducts } from '#contract/photo-products.ts'
import {
  type Image,
  INDEX_STEP,
  type LibraryMove,
  TIMELINE_PAGE,
  type Timeline,
  type TimelineList,
} from '#contract/photos.ts'
import { addressesExpire, photoForTests, userForTests } from '#web/gallery/photo-list/photo.testing.ts'
import { answerCalls, type ReceivedCall, refusal } from '#web/platform/http/http.testing.ts'

/** The photo service of `createLibraryService` behind `call`. */
export function libraryForTests(timeline: Timeline) {
  const service = createLibraryService(timeline)
  answerCalls(service.answer)
  return service
}

/**
 * Creates a fake photo service with the given months. `requests` records the requested addresses, `fail` decides which paths are
 * answered with 400, `pending` delays every answer until it resolves.
 */
export function createLibraryService(timeline: Timeline) {
  const library = {
    timeline,
    requests: [] as string[],
    fail: (_path: string) => false,
    pending: Promise.resolve() as Promise<unknown>,
    /** Changes a photo before it is sent. */
    change: (image: Image): Image => image,
    /** The library move that GET /users answers; deleting everything starts one. */
    move: undefined as LibraryMove | undefined,
    /** Answer of GET /users/activate; POST changes NOT_ACTIVE to IMPORTING. */
    activation: { status: 'ACTIVE' } as Activation,
    refused: [] as RefusedFile[],
  }
  const answer = async ({ method, path: full, search, query }: Omit<ReceivedCall, 'body'>) => {
    const path = full.replace('/api/photo-management', '')
    library.requests.push((method === 'POST' && path === '/users/activate' ? 'POST ' : '') + path + search)
    await library.pending
    if (library.fail(path)) return refusal(400)
    if (path === '/users')
      return Response.json({ ...userForTests(countPhotos(library.timeline)), move: library.move })
    if (path === '/users/activate/refused') return Response.json({ cursor: null, files: library.refused })
    if (path === '/users/activate' && method === 'POST') {
      const started = library.activation.status === 'NOT_ACTIVE'
      if (started) library.activation = { status: 'IMPORTING', import: IMPORT_RUN }
      return Response.json({ started })
    }
    if (path === '/users/activate') return Response.json(library.activation)
    if (path === '/photos/all' || path === '/bin/restore-all') {
      const to = path === '/photos/all' ? 'bin' : 'library'
      const photos = countPhotos(library.timeline)
      library.move = { moveId: crypto.randomUUID(), to, state: 'running', photos, moved: 0 }
      return Response.json(library.move, { status: 202 })
    }
    if (path === '/users/timeline') return Response.json(toTimelineList(library.timeline))
    if (path === '/photos') return Response.json({ failed: [] })
    const [, year = '', month = '', index] = /^\/photos\/timeline\/(\d+)\/(\d+)(\/index)?$/.exec(path) ?? []
    const count = library.timeline[year]?.[month] ?? 0
    if (index) return Response.json({ step: INDEX_STEP, count, cursors: createCursors(count) })
    if (year) {
      const from = Number(query.get('cursor') ?? 0)
      const to = Math.min(count, from + Number(query.get('limit') ?? TIMELINE_PAGE))
      const images = Array.from({ length: to - from }, (_, step) =>
        library.change(photoForTests(Number(year), Number(month), from + step)),
      )
      return Response.json({ cursor: to < count ? String(to) : null, images, addressesExpire })
    }
    const [, y, m, at] = /^\/photos\/(\d{8})-00(\d\d)-4000-8000-(\d{12})$/.exec(path) ?? []
    if (Number(at) < (library.timeline[Number(y)]?.[Number(m)] ?? 0))
      return Response.json({
        image: library.change(photoForTests(Number(y), Number(m), Number(at))),
        year: Number(y),
        month: Number(m),
        position: Number(at),
        addressesExpire,
      })
    return refusal(404)
  }
  return Object.assign(library, { answer })
}

/** What a photo is in that nothing was made of. */
export const NO_PRODUCTS: PhotoProducts = {
  orderedPhotos: 0,
  widgetPhotos: 0,
  projectPhotos: 0,
  productsCount: 0,
  products: [],
  albumsCount: 0,
  albumNames: [],
}

/** An import run that has just started. */
export const IMPORT_RUN = {
  startedAt: '2026-01-01T00:00:00Z',
  endedAt: null,
  photosCount: null,
  added: 0,
  alreadyThere: 0,
  refused: 0,
  problem: null,
}

const createCursors = (count: number) =>
  Array.from({ length: Math.ceil(count / INDEX_STEP) }, (_, block) =>
    block ? String(block * INDEX_STEP) : null,
  )

const countPhotos = (timeline: Timeline) =>
  Object.values(timeline)
    .flatMap(months => Object.values(months))
    .reduce((sum, count) => sum + count, 0)

/** Returns photos by year and month as the service lists them; photos of 1970/1 have no date. */
export const toTimelineList = (timeline: Timeline): TimelineList => ({
  months: Object.entries(timeline).flatMap(([year, months]) =>
    Object.entries(months).map(([month, photos]) => ({
      year: Number(year),
      month: Number(month),
      undated: year === '1970' && month === '1',
      photos,
    })),
  ),
})
