// @vitest-environment happy-dom
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { FirstScreen } from '#contract/first-screen.ts'
import type { Session } from '#contract/session.ts'
import { activationQuery } from '#web/domains/activation/index.ts'
import { customerQuery } from '#web/domains/customers/index.ts'
import { createLibraryList, libraryTotalsQuery, timelineQuery } from '#web/domains/photos/index.ts'
import { sharedAlbumsSummaryQuery } from '#web/domains/shared-albums/index.ts'
import { addressesExpire, photoForTests } from '#web/gallery/photo-list/photo.testing.ts'
import { partQuery } from '#web/gallery/photo-list/photo-list-queries.ts'
import { answerCalls, refusal } from '#web/platform/http/http.testing.ts'
import { createQueryClient } from '#web/platform/query/query-client.ts'
import { createPageSession } from '#web/platform/session/page-session.ts'
import { beginsOnTimeline, refreshForTimeline } from './first-screen.ts'
import { writeSort } from './pages/my-photos/sort-preference.ts'
import { requestFirstPictures, setFirstScreen } from './start.tsx'

const SESSION: Session = {
  accessToken: 'token',
  expiresIn: 600,
  claims: { sub: 'c1', email: 'anna@keepsake.test', idpType: 'keepsake', idpSub: 'c1', amr: ['pwd'] },
}
const SCREEN: FirstScreen = {
  customer: {
    id: 'c1',
    email: 'anna@keepsake.test',
    salutation: null,
    firstName: 'Anna',
    lastName: null,
    dateOfBirth: null,
    phoneNumber: null,
    language: 'en-GB',
    paymentMethod: null,
    sharesPositions: false,
    status: null,
    accountDeleted: false,
    addresses: [],
    registrationDate: '2025-01-01T00:00:00Z',
    ftp: null,
  },
  activation: { status: 'ACTIVE' },
  totals: {
    userId: 'c1',
    photosCount: 2,
    albumsCount: 0,
    registrationDate: '2025-01-01T00:00:00Z',
    lastUploadedAt: null,
    deletedCount: 0,
  },
  sharedAlbums: { readAlbumsCount: 1, grantedAlbumsCount: 0 },
  timeline: { months: [5, 3].map(month => ({ year: 2024, month, undated: false, photos: 1 })) },
  months: [5, 3].map(month => ({
    year: 2024,
    month,
    undated: false,
    page: { cursor: null, images: [photoForTests(2024, month, 0)], addressesExpire },
  })),
}
const PLAIN = 'POST /session/refresh'
const WITH_FIRST_SCREEN = 'POST /session/first-screen?sortKey=dateTaken&sortOrder=desc'

let requests: string[]
let answers: Response[]
beforeEach(() => {
  requests = []
  answers = []
  answerCalls(({ method, path, search }) => {
    requests.push(`${method} ${path}${search}`)
    return answers.shift() ?? refusal(500)
  })
})

const json = (body: unknown) => Response.json(body)

test.each([
  ['/my-photos', true],
  ['/my-photos/', true],
  ['/my-photos/photos', true],
  ['/my-photos/photos/', true],
  ['/', false],
  ['/my-photos/albums', false],
  ['/my-photos/photos/preview/1', false],
  ['/my-photos/photos-elsewhere', false],
])('RV-505 a visit of %s begins on the timeline: %s', (pathname, begins) => {
  expect(beginsOnTimeline(pathname)).toBe(begins)
})

test('RV-505 the pictures of the first three photos are requested with their addresses, across months', () => {
  const requested: HTMLImageElement[] = []
  const Picture = Image
  vi.stubGlobal('Image', function create() {
    const picture = new Picture()
    requested.push(picture)
    return picture
  })
  const [newest, older] = SCREEN.months
  const images = [0, 1, 2].map(index => photoForTests(2024, 3, index))
  const months = [newest!, { ...older!, page: { ...older!.page, images } }]
  requestFirstPictures({ sort: { key: 'dateTaken', order: 'desc' }, data: { ...SCREEN, months } })
  expect(requested.map(({ src }) => new URL(src).pathname)).toEqual(
    [photoForTests(2024, 5, 0), images[0]!, images[1]!].map(({ thumbnails }) => thumbnails[0]!.url),
  )
})

describe('RV-505 the refresh of a visit that begins on the timeline', () => {
  test('RV-505 answers all queries of the first screen', async () => {
    answers = [json({ ...SESSION, firstScreen: SCREEN })]
    const queries = createQueryClient()
    expect(await refreshForTimeline(screen => setFirstScreen(queries, screen))).toEqual(SESSION)
    const list = createLibraryList({ key: 'dateTaken', order: 'desc' })
    expect([
      await queries.fetchQuery(customerQuery),
      await queries.fetchQuery(activationQuery),
      await queries.fetchQuery(libraryTotalsQuery()),
      await queries.fetchQuery(sharedAlbumsSummaryQuery()),
      await queries.fetchQuery(timelineQuery('dateTaken')),
      await queries.fetchQuery(partQuery(queries, list, '2024/5', 'first')),
      await queries.fetchQuery(partQuery(queries, list, '2024/3', 'first')),
    ]).toEqual([
      SCREEN.customer,
      SCREEN.activation,
      SCREEN.totals,
      SCREEN.sharedAlbums,
      { counts: { 2024: { 5: 1, 3: 1 } }, wide: {} },
      ...SCREEN.months.map(({ page }) => page),
    ])
    expect(requests).toEqual([WITH_FIRST_SCREEN])
  })

  test('RV-505 PL-022 is in the order that the customer has chosen', async () => {
    writeSort('photos', { key: 'created', order: 'asc' })
    answers = [json({ ...SESSION, firstScreen: SCREEN })]
    const queries = createQueryClient()
    await refreshForTimeline(screen => setFirstScreen(queries, screen))
    const list = createLibraryList({ key: 'created', order: 'asc' })
    await queries.fetchQuery(timelineQuery('created'))
    await queries.fetchQuery(partQuery(queries, list, '2024/5', 'first'))
    expect(requests).toEqual(['POST /session/first-screen?sortKey=created&sortOrder=asc'])
  })

  test.each([
    ['no data', { ...SESSION, firstScreen: null }, SESSION],
    ['no session', null, null],
  ])('RV-505 with %s leaves the queries to the page', async (_what, answer, session) => {
    answers = [json(answer)]
    const queries = createQueryClient()
    expect(await refreshForTimeline(screen => setFirstScreen(queries, screen))).toEqual(session)
    expect(queries.getQueryCache().getAll()).toEqual([])
  })
})

describe('RV-505 the session of a visit that begins on the timeline', () => {
  const start = () => {
    stubTabs()
    return createPageSession(
      () => {},
      () => refreshForTimeline(() => {}),
    )
  }

  test('RV-505 asks for the first screen once; it is renewed alone', async () => {
    answers = [json({ ...SESSION, firstScreen: SCREEN }), json({ ...SESSION, accessToken: 'newer' })]
    const session = start()
    expect(await session.start()).toMatchObject({ status: 'signed-in', accessToken: 'token' })
    expect(await session.renew('token')).toBe('newer')
    expect(requests).toEqual([WITH_FIRST_SCREEN, PLAIN])
  })

  test.each([
    ['cannot be answered', refusal(503)],
    ['is unknown to an older server', refusal(404)],
    ['is answered with something else', json({ ...SESSION, firstScreen: { totals: {} } })],
  ])('RV-505 is refreshed alone where that %s', async (_what, failure) => {
    answers = [failure, json(SESSION)]
    expect(await start().start()).toMatchObject({ status: 'signed-in' })
    expect(requests).toEqual([WITH_FIRST_SCREEN, PLAIN])
  })

  test('RV-505 that has ended is not asked for again', async () => {
    answers = [refusal(401)]
    expect(await start().start()).toEqual({ status: 'signed-out' })
    expect(requests).toEqual([WITH_FIRST_SCREEN])
  })
})

/** What the tabs of a browser share, with this tab alone; happy-dom has none of it. */
function stubTabs() {
  const channels: { onmessage: ((event: { data: unknown }) => void) | null }[] = []
  class LocalChannel {
    onmessage = null
    constructor() {
      channels.push(this)
    }
    postMessage(data: unknown) {
      for (const each of channels) if (each !== this) queueMicrotask(() => each.onmessage?.({ data }))
    }
  }
  vi.stubGlobal('BroadcastChannel', LocalChannel)
  const request = (_name: string, work: () => Promise<unknown>) => work()
  vi.stubGlobal('navigator', { locks: { request } })
}
