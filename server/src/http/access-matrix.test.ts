import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addAlbumPhotos, createAlbum } from '#contract/albums.ts'
import * as downloads from '#contract/downloads.ts'
import { SERVICES } from '#contract/endpoint.ts'
import * as exports from '#contract/exports.ts'
import * as photos from '#contract/photos.ts'
import { SESSION_HEADER } from '#contract/session.ts'
import { getSharedAlbum } from '#contract/shared-albums.ts'
import { createTempSelection, getRetailerTempSelection } from '#contract/temp-selections.ts'
import * as sessions from '#contract/upload-sessions.ts'
import { Browser } from '../domains/identity/testing/browser.ts'
import { signInAs } from '../domains/identity/testing/sign-in-flow.ts'
import { importSharedAlbums } from '../domains/shared-albums/index.ts'
import type { Client } from '../testing/client.ts'
import { PASSWORD, type TestServer, testServer } from '../testing/harness.ts'
import { createInvalidTokens } from '../testing/invalid-tokens.ts'
import { jpeg } from '../testing/pictures.ts'
import { createApp } from './app.ts'
import type { MountedRoute } from './mount.ts'

/** What belongs to one customer, by the names the addresses use. */
interface Ids {
  account: string
  photo: string
  binned: string
  erasable: string
  upload: string
  download: string
  newDownload: string
  backup: string
  sha256: string
  session: string
  album: string
  doomedAlbum: string
  newAlbum: string
  selection: string
  newSelection: string
  shared: string
  doomedShared: string
}

interface Sample {
  path: string
  body?: unknown
  headers?: Record<string, string>
}

const PHOTOS = SERVICES.photoManagement
const SHARED = `${SERVICES.sharedAlbums}/shared-albums`
const BACKUPS = `${SERVICES.photoExport}/backups`
const SELECTIONS = `${SERVICES.tempSelections}/temp-selections`
const FILES = `${SERVICES.uploads}/files`
const TUS = { 'tus-resumable': '1.0.0' }
const BYTES = { ...TUS, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
const NEW = { ...TUS, 'upload-length': '5', 'upload-metadata': 'filename YS5qcGc=' }

/** A good call of every customer route that names or changes something, in an order in which its owner can make all. */
const SAMPLES: Record<string, (ids: Ids) => Sample> = {
  [`GET ${PHOTOS}/photos/timeline/:year/:month`]: () => ({ path: `${PHOTOS}/photos/timeline/1970/1` }),
  [`GET ${PHOTOS}/photos/timeline/:year/:month/index`]: () => ({
    path: `${PHOTOS}/photos/timeline/1970/1/index`,
  }),
  [`GET ${PHOTOS}/photos/:id`]: ({ photo }) => ({ path: `${PHOTOS}/photos/${photo}` }),
  [`POST ${SERVICES.uploads}/receipts`]: ({ upload }) => ({
    path: `${SERVICES.uploads}/receipts`,
    body: { uploadIds: [upload] },
  }),
  [`POST ${SERVICES.uploads}/known`]: ({ sha256 }) => ({
    path: `${SERVICES.uploads}/known`,
    body: { files: [{ sha256, fileName: 'a.jpg' }] },
  }),
  [`GET ${SERVICES.downloads}/downloads/:id/url`]: ({ download }) => ({
    path: `${SERVICES.downloads}/downloads/${download}/url`,
  }),
  [`POST ${SERVICES.downloads}/downloads`]: ({ account, photo, newDownload }) => ({
    path: `${SERVICES.downloads}/downloads`,
    body: { id: newDownload, photos: [{ photoId: photo, ownerId: account }] },
  }),
  [`POST ${SELECTIONS}`]: ({ photo, newSelection }) => ({
    path: SELECTIONS,
    body: { photoIds: [photo], requestId: newSelection },
  }),
  [`GET ${SELECTIONS}/:id`]: ({ selection }) => ({ path: `${SELECTIONS}/${selection}` }),
  [`POST ${SERVICES.uploads}/upload-sessions`]: ({ album }) => ({
    path: `${SERVICES.uploads}/upload-sessions`,
    body: { albumId: album },
  }),
  [`GET ${SERVICES.uploads}/upload-sessions/:id`]: ({ session }) => ({
    path: `${SERVICES.uploads}/upload-sessions/${session}`,
  }),
  [`DELETE ${SERVICES.uploads}/upload-sessions/:id`]: ({ session }) => ({
    path: `${SERVICES.uploads}/upload-sessions/${session}`,
  }),
  [`GET ${PHOTOS}/albums/:id`]: ({ album }) => ({ path: `${PHOTOS}/albums/${album}` }),
  [`GET ${PHOTOS}/albums/:id/photos`]: ({ album }) => ({ path: `${PHOTOS}/albums/${album}/photos` }),
  [`GET ${PHOTOS}/albums/:id/photos/index`]: ({ album }) => ({
    path: `${PHOTOS}/albums/${album}/photos/index`,
  }),
  [`GET ${PHOTOS}/albums/:id/photos/:photoId`]: ({ album, photo }) => ({
    path: `${PHOTOS}/albums/${album}/photos/${photo}`,
  }),
  [`POST ${PHOTOS}/albums`]: ({ newAlbum }) => ({
    path: `${PHOTOS}/albums`,
    body: { name: 'New', albumId: newAlbum },
  }),
  [`PATCH ${PHOTOS}/albums/:id`]: ({ album, photo }) => ({
    path: `${PHOTOS}/albums/${album}`,
    body: { name: 'Renamed', coverPhotoId: photo },
  }),
  [`POST ${PHOTOS}/albums/:id/photos`]: ({ album, photo, doomedAlbum }) => ({
    path: `${PHOTOS}/albums/${album}/photos`,
    body: { selection: { photoIds: [photo], albums: [{ albumId: doomedAlbum }] } },
  }),
  [`DELETE ${PHOTOS}/albums/:id/photos/:photoId`]: ({ album, photo }) => ({
    path: `${PHOTOS}/albums/${album}/photos/${photo}`,
  }),
  [`DELETE ${PHOTOS}/albums/:id/photos`]: ({ album, photo }) => ({
    path: `${PHOTOS}/albums/${album}/photos`,
    body: { photoIds: [photo] },
  }),
  [`DELETE ${PHOTOS}/albums/:id`]: ({ doomedAlbum }) => ({ path: `${PHOTOS}/albums/${doomedAlbum}` }),
  [`GET ${SHARED}/:id`]: ({ shared }) => ({ path: `${SHARED}/${shared}` }),
  [`GET ${SHARED}/:id/participants`]: ({ shared }) => ({ path: `${SHARED}/${shared}/participants` }),
  [`GET ${SHARED}/:id/photos`]: ({ shared }) => ({ path: `${SHARED}/${shared}/photos` }),
  [`GET ${SHARED}/:id/photos/index`]: ({ shared }) => ({ path: `${SHARED}/${shared}/photos/index` }),
  [`GET ${SHARED}/:id/photos/:photoId`]: ({ shared, photo }) => ({
    path: `${SHARED}/${shared}/photos/${photo}`,
  }),
  [`POST ${SERVICES.downloads}/shared-album-downloads`]: ({ account, photo, shared }) => ({
    path: `${SERVICES.downloads}/shared-album-downloads`,
    body: { albumId: shared, photos: [{ photoId: photo, ownerId: account }] },
  }),
  [`DELETE ${SHARED}/:id`]: ({ doomedShared }) => ({ path: `${SHARED}/${doomedShared}` }),
  [`POST ${FILES}`]: ({ album }) => ({
    path: FILES,
    headers: { ...NEW, 'upload-metadata': `filename YS5qcGc=,albumId ${btoa(album)}` },
  }),
  [`POST ${BACKUPS}`]: () => ({ path: BACKUPS, body: { channel: 'KEEPSAKE-GB' } }),
  [`GET ${BACKUPS}/:backupId`]: ({ backup }) => ({ path: `${BACKUPS}/${backup}` }),
  [`GET ${BACKUPS}/:backupId/chunks/:iteration/url`]: ({ backup }) => ({
    path: `${BACKUPS}/${backup}/chunks/1/url`,
  }),
  [`GET ${BACKUPS}/:backupId/chunks/:iteration/files`]: ({ backup }) => ({
    path: `${BACKUPS}/${backup}/chunks/1/files`,
  }),
  [`POST ${PHOTOS}/users/activate`]: () => ({ path: `${PHOTOS}/users/activate` }),
  [`POST ${FILES}/:id`]: ({ upload }) => ({ path: `${FILES}/${upload}`, headers: NEW }),
  [`HEAD ${FILES}/:id`]: ({ upload }) => ({ path: `${FILES}/${upload}`, headers: TUS }),
  [`PATCH ${FILES}/:id`]: ({ upload }) => ({ path: `${FILES}/${upload}`, headers: BYTES, body: 'abc' }),
  [`DELETE ${FILES}/:id`]: ({ upload }) => ({ path: `${FILES}/${upload}`, headers: TUS }),
  [`DELETE ${PHOTOS}/photos`]: ({ photo }) => ({ path: `${PHOTOS}/photos`, body: { photoIds: [photo] } }),
  [`POST ${PHOTOS}/bin/restore`]: ({ binned }) => ({
    path: `${PHOTOS}/bin/restore`,
    body: { photoIds: [binned] },
  }),
  [`DELETE ${PHOTOS}/bin`]: ({ erasable }) => ({ path: `${PHOTOS}/bin`, body: { photoIds: [erasable] } }),
  // The last ones: nothing is left in the library, then everything is back, each a while after its answer.
  [`DELETE ${PHOTOS}/photos/all`]: () => ({ path: `${PHOTOS}/photos/all` }),
  [`POST ${PHOTOS}/bin/restore-all`]: () => ({ path: `${PHOTOS}/bin/restore-all`, body: {} }),
}

/** Mounted for the protocol's sake; they name nothing, so that nobody succeeds with them. */
const NAMELESS: Record<string, Sample> = {
  [`HEAD ${FILES}`]: { path: FILES, headers: TUS },
  [`PATCH ${FILES}`]: { path: FILES, headers: BYTES, body: 'abc' },
  [`DELETE ${FILES}`]: { path: FILES, headers: TUS },
}

/** Everything anybody may call without a token; what is not here must have a policy that asks for something. */
const PUBLIC = [
  /^GET \/(healthz|readyz|metrics|config\.json|robots\.txt|favicon\.(svg|ico))$/,
  /^GET \/conf\/:host$/,
  /^(GET \/session\/authority|POST \/session\/token)$/,
  /^GET \/identity\/assets\/:version\/:name$/,
  /^(GET|POST) \/identity\/interaction\/:uid(\/(sign-up|forgotten))?$/,
  /^(GET|POST) \/identity\/(new-password|confirm)\/:token$/,
  /^(GET|POST|OPTIONS) \/identity\/\*$/,
  // Sockets authenticate with their first message (socket.test.ts, push.test.ts).
  /^GET \/api\/push\/(library|downloads|import)$/,
  /^POST \/api\/reports\/errors$/,
  /^GET \/api\/docs(\/.*)?$/,
]

const SIGNED = [
  'GET /media/:token/:photoId/:kind',
  'GET /media/shared/:token/:photoId/:kind',
  `GET ${SERVICES.downloads}/files/:token/:file`,
  `GET ${SERVICES.photoExport}/files/:token/:file`,
]
/** What a phone's permission opens (OP-12); the matrix below tries everything else with it. */
const PHONE = [
  `GET ${SERVICES.uploads}/phone/session`,
  `HEAD ${SERVICES.uploads}/phone/session`,
  `POST ${SERVICES.uploads}/phone/receipts`,
  ...['POST', 'HEAD', 'PATCH', 'DELETE', 'OPTIONS'].flatMap(method => [
    `${method} ${SERVICES.uploads}/phone/files`,
    `${method} ${SERVICES.uploads}/phone/files/:id`,
  ]),
]
/** Calls of the retailer's own services, good ones. */
const SERVICE: Record<string, (ids: Ids) => Sample> = {
  [`PUT ${SERVICES.orders}/retailer/orders/:code`]: ({ account }) => ({
    path: `${SERVICES.orders}/retailer/orders/K-1`,
    body: { accountId: account, createdAt: '2026-01-01T00:00:00Z', status: 'shipped' },
  }),
  [`PUT ${PHOTOS}/retailer/libraries/:accountId`]: ({ account }) => ({
    path: `${PHOTOS}/retailer/libraries/${account}`,
    body: { status: 'ACTIVE' },
  }),
  [`GET ${SERVICES.tempSelections}/retailer/temp-selections/:id`]: ({ selection }) => ({
    path: `${SERVICES.tempSelections}/retailer/temp-selections/${selection}`,
  }),
}
const SERVICE_TOKEN = 'the-token-of-a-service-of-the-retailer'
const SESSION = ['POST /session/refresh', 'POST /session/end']

let server: TestServer
let owner: Client
let stranger: Client
let mine: Ids
beforeAll(async () => {
  const serviceTokens = [{ name: 'orders', token: SERVICE_TOKEN }]
  server = await testServer({ config: { rateLimits: false, serviceTokens } })
  owner = await server.customer()
  stranger = await server.customer()
  mine = await filledLibrary(owner)
})
afterAll(() => server.close())

const named = ({ method, url }: Pick<MountedRoute, 'method' | 'url'>) => `${method} ${url}`
const guarded = () =>
  server.app.routes.filter(each => each.policy === 'customer' || each.policy === 'business')

/** Routes the matrix does not know how to call. */
function uncovered(routes: readonly MountedRoute[]): string[] {
  const known = new Set([...Object.keys(SAMPLES), ...Object.keys(NAMELESS), ...SIGNED, ...SESSION, ...PHONE])
  for (const name of Object.keys(SERVICE)) known.add(name)
  return routes
    .map(route => ({ ...route, name: named(route).replace(/^HEAD /, 'GET ') }))
    .filter(route => {
      if (known.has(route.name) || known.has(named(route))) return false
      if (route.policy === 'public') return !PUBLIC.some(pattern => pattern.test(route.name))
      if (route.policy !== 'customer' && route.policy !== 'business') return true
      return route.method !== 'OPTIONS' && (/[:*]/.test(route.url) || !['GET', 'HEAD'].includes(route.method))
    })
    .map(named)
}

function sampleOf({ method, url }: MountedRoute, ids: Ids): Sample {
  const name = `${method} ${url}`
  const make = SAMPLES[name] ?? SAMPLES[name.replace(/^(HEAD|OPTIONS) /, 'GET ')]
  return make?.(ids) ?? NAMELESS[name] ?? { path: url.replace(/:[^/]+/g, ids.photo) }
}

function call(method: string, { path, body, headers = {} }: Sample, token: string | null): Promise<Response> {
  const json = body !== undefined && typeof body !== 'string'
  return fetch(new URL(path, server.origin), {
    method,
    headers: {
      ...(json ? { 'content-type': 'application/json' } : {}),
      ...headers,
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: json ? JSON.stringify(body) : body }),
  } as RequestInit)
}

describe('PL-152 the matrix is complete', () => {
  test('every mounted route is in it', () => {
    expect(uncovered(server.app.routes)).toEqual([])
  })

  test.each<MountedRoute>([
    { method: 'GET', url: '/api/things/:id', policy: 'customer' },
    { method: 'POST', url: '/api/things', policy: 'business' },
    { method: 'GET', url: '/api/secrets', policy: 'public' },
    { method: 'GET', url: '/files/:token', policy: 'signed' },
    { method: 'POST', url: '/session/another', policy: 'session' },
    { method: 'GET', url: '/api/uploads/phone/photos', policy: 'upload-session' },
    { method: 'PUT', url: '/api/things/:id', policy: 'service' },
    { method: 'GET', url: '/api/things', policy: 'service' },
  ])('a new route $method $url ($policy) would be missed', route => {
    expect(uncovered([...server.app.routes, route])).toEqual([named(route)])
  })

  test('a route without a policy stops the start', async () => {
    const careless = {
      name: 'careless',
      mount: (app: TestServer['app']['http']) => void app.get('/api/careless', () => 'everything'),
    }
    const started = createApp(server.ctx, [careless], async () => null)
    await expect(started).rejects.toThrow('GET /api/careless has no policy')
  })
})

describe('PL-152 every call of a customer needs a valid access token', () => {
  test('none, broken, outdated, foreign and misused tokens are answered with 401 everywhere', async () => {
    const tokens = { none: null, ...(await createInvalidTokens(server.ctx, owner)) }
    const wrong: string[] = []
    for (const route of guarded())
      await Promise.all(
        Object.entries(tokens).map(async ([what, token]) => {
          const answer = await call(route.method, sampleOf(route, mine), token)
          const text = await answer.text()
          const told = route.method === 'HEAD' || /"code":"unauthorized"/.test(text)
          if (answer.status !== 401 || !told) wrong.push(`${named(route)} ${what}: ${answer.status} ${text}`)
        }),
      )
    expect(wrong).toEqual([])
    expect(guarded().length * Object.keys(tokens).length).toBeGreaterThan(400)
  })

  test('the id token of a real sign-in opens nothing', async () => {
    const browser = new Browser(server.app.http, new URL(server.origin).host)
    const { accessToken } = await signInAs(browser, owner.email, PASSWORD)
    const idToken = browser.cookie('keepsake_id_development')!
    expect(idToken.split('.')).toHaveLength(3)
    expect((await call('GET', { path: `${PHOTOS}/users` }, idToken)).status).toBe(401)
    expect((await call('GET', { path: `${PHOTOS}/users` }, accessToken)).status).toBe(200)
  })
})

describe('PL-152 calls of the retailer’s services', () => {
  test('need a service token: no customer’s token, good or bad, counts', async () => {
    const routes = server.app.routes.filter(each => each.policy === 'service')
    const asGet = (route: MountedRoute) => named(route).replace(/^HEAD /, 'GET ')
    expect([...new Set(routes.map(asGet))].sort()).toEqual(Object.keys(SERVICE).sort())
    const tokens = { none: null, good: owner.token, ...(await createInvalidTokens(server.ctx, owner)) }
    const wrong: string[] = []
    for (const route of routes)
      for (const [what, token] of Object.entries(tokens)) {
        const answer = await call(route.method, SERVICE[asGet(route)]!(mine), token)
        if (answer.status !== 401) wrong.push(`${named(route)} ${what}: ${answer.status}`)
      }
    expect(wrong).toEqual([])
  })

  test('succeed with one, and it opens nothing of a customer', async () => {
    for (const [name, sample] of Object.entries(SERVICE))
      expect([name, (await call(name.split(' ')[0]!, sample(mine), SERVICE_TOKEN)).status]).toEqual([
        name,
        200,
      ])
    for (const route of guarded()) {
      const answer = await call(route.method, sampleOf(route, mine), SERVICE_TOKEN)
      expect([named(route), answer.status]).toEqual([named(route), 401])
    }
  })
})

describe('OP-31 what belongs to somebody else looks like what does not exist', () => {
  test('same status, same body, nothing changed, for every id in every place', async () => {
    const before = await everythingOf(owner)
    const wrong: string[] = []
    for (const route of guarded()) {
      if (!SAMPLES[named(route)]) continue
      const answers = await Promise.all(
        [mine, unknownIds()].map(async ids => {
          const answer = await call(route.method, sampleOf(route, ids), stranger.token)
          return `${answer.status} ${anonymous(await answer.text(), ids)} ${headersOf(answer)}`
        }),
      )
      if (answers[0] !== answers[1]) wrong.push(`${named(route)}: ${answers[0]} but missing ${answers[1]}`)
    }
    expect(wrong).toEqual([])
    expect(await everythingOf(owner)).toEqual(before)
  })

  test('and the same calls of the owner succeed', async () => {
    for (const [name, sample] of Object.entries(SAMPLES)) {
      const method = name.split(' ')[0]!
      const answer = await call(method, sample(mine), owner.token)
      const text = await answer.text()
      expect([name, answer.ok, text.includes('"failed":["')], text).toEqual([name, true, false])
      if (name.startsWith('GET')) expect(text, name).not.toMatch(/"images":\[\]|"count":0/)
    }
    await server.idle()
  })
})

describe('OP-12 the permission of a phone', () => {
  const permissionOf = async (customer: Client) =>
    new URL((await customer.call(sessions.createUploadSession, { body: {} })).uploadUrl).hash.slice(1)

  test('opens what adds photos, and no other address', async () => {
    const token = await permissionOf(owner)
    const before = await everythingOf(owner)
    const wrong: string[] = []
    for (const route of server.app.routes.filter(each => each.policy !== 'public')) {
      if (PHONE.includes(named(route))) continue
      const asked = (token: string | null) => call(route.method, sampleOf(route, mine), token)
      const answer = await asked(token)
      const text = await answer.text()
      if (answer.ok) wrong.push(`${named(route)}: ${answer.status} ${text}`)
      if (guarded().includes(route) && answer.status !== 401) wrong.push(`${named(route)}: ${answer.status}`)
    }
    expect(wrong).toEqual([])
    expect(await everythingOf(owner)).toEqual(before)
    const session = await call('GET', { path: `${SERVICES.uploads}/phone/session` }, token)
    expect(session.status).toBe(200)
  })

  test('its calls take nothing else: no, a bad or an altered permission, an access token, an id', async () => {
    const token = await permissionOf(owner)
    const altered = [...token].map(
      (char, at) => token.slice(0, at) + (char === 'A' ? 'B' : 'A') + token.slice(at + 1),
    )
    const tokens = [
      null,
      ...Object.values(await createInvalidTokens(server.ctx, owner)),
      owner.token,
      mine.session,
      ...altered,
    ]
    const routes = server.app.routes.filter(each => each.policy === 'upload-session')
    expect(routes.map(named).toSorted()).toEqual(PHONE.toSorted())
    const wrong: string[] = []
    for (const route of routes)
      for (const each of route.url.endsWith('session') ? tokens : tokens.slice(0, 12)) {
        const answer = await call(route.method, sampleOf(route, mine), each)
        await answer.arrayBuffer()
        if (answer.status !== 401) wrong.push(`${named(route)} ${each}: ${answer.status}`)
      }
    expect(wrong).toEqual([])
  })

  test('OP-31 it sees the files of its own session only, not those of the customer or of another session', async () => {
    const token = await permissionOf(owner)
    const fresh = (await owner.createUpload('fifth.jpg', 5)).headers.get('location')!.split('/').at(-1)!
    const before = await everythingOf(owner)
    for (const upload of [fresh, randomUUID()]) {
      const path = `${SERVICES.uploads}/phone/files/${upload}`
      expect((await call('HEAD', { path, headers: TUS }, token)).status).toBe(404)
      expect((await call('PATCH', { path, headers: BYTES, body: 'abc' }, token)).status).toBe(404)
      expect((await call('DELETE', { path, headers: TUS }, token)).status).toBe(404)
    }
    const body = { uploadIds: [fresh, mine.upload] }
    const receipts = await call('POST', { path: `${SERVICES.uploads}/phone/receipts`, body }, token)
    expect(await receipts.json()).toEqual({ receipts: [] })
    expect(await everythingOf(owner)).toEqual(before)
  })
})

describe('OP-33 signed addresses', () => {
  let ids: Ids
  let picture: string
  let binned: string
  let shared: string
  let zip: string
  let part: string
  let chosen: string
  beforeAll(async () => {
    const customer = await server.customer()
    ids = await filledLibrary(customer)
    picture = (await customer.call(photos.getPhotos)).images[0]!.thumbnails[0]!.url
    const { images } = await customer.call(photos.getDeletedPhotos)
    binned = images.find(image => image.imageId === ids.binned)!.thumbnails[0]!.url
    const album = await customer.call(getSharedAlbum, { params: { id: ids.shared } })
    shared = album.coverPhoto!.thumbnails[0]!.url
    chosen = await pictureForTheEditor(ids.selection)
    zip = (await customer.call(downloads.getDownloadUrl, { params: { id: ids.download } })).url
    const params = { backupId: ids.backup, iteration: 1 }
    part = (await customer.call(exports.getExportChunkUrl, { params })).url
    for (const url of [picture, binned, shared, chosen, zip, part])
      expect((await status(url)).toString()).toBe('200')
  })
  const pictureForTheEditor = async (id: string) => {
    const path = SERVICES.tempSelections + getRetailerTempSelection.path.replace(':id', id)
    const { images } = (await (await call('GET', { path }, SERVICE_TOKEN)).json()) as {
      images: photos.Image[]
    }
    return images[0]!.thumbnails[0]!.url
  }
  const status = async (url: string, init?: RequestInit) => {
    const answer = await fetch(url, init)
    await answer.arrayBuffer()
    return answer.status
  }
  const tokenIn = (url: string) =>
    url.split('/').find(part => part.split('.').length === 3 && !/:/.test(part))!

  test('P15 a single altered character closes the address', async () => {
    const opened: string[] = []
    for (const url of [picture, binned, shared, chosen, zip, part]) {
      const token = tokenIn(url)
      await Promise.all(
        [...token].map(async (char, i) => {
          const altered = token.slice(0, i) + (char === 'A' ? 'B' : 'A') + token.slice(i + 1)
          const answer = await status(url.replace(token, altered))
          if (answer !== 403) opened.push(`${altered}: ${answer}`)
        }),
      )
    }
    expect(opened).toEqual([])
  })

  test('P15 an address serves one purpose: pictures, bin, shared album and archive do not stand in for each other', async () => {
    const [live, bin, album, archive, chunk] = [picture, binned, shared, zip, part].map(tokenIn) as [
      string,
      string,
      string,
      string,
      string,
    ]
    for (const other of [live, bin, archive]) expect(await status(shared.replace(album, other))).toBe(403)
    for (const [address, token] of [
      [picture, live],
      [binned, bin],
      [zip, archive],
    ] as const)
      expect(await status(address.replace(token, album))).toBe(403)
    expect(await status(picture.replace(live, archive))).toBe(403)
    expect(await status(zip.replace(archive, live))).toBe(403)
    expect(await status(zip.replace(archive, chunk))).toBe(403)
    expect(await status(part.replace(chunk, archive))).toBe(403)
    expect(await status(picture.replace(live, bin))).toBe(404)
    expect(await status(binned.replace(bin, live))).toBe(404)
    // The editor's opens one photo: not the same customer's others.
    expect(await status(chosen.replace(ids.photo, ids.binned))).toBe(404)
    expect(await status(chosen.replace(ids.photo, mine.photo))).toBe(404)
    expect(await status(picture.replace(live, tokenIn(chosen)))).toBe(200)
    expect(await status(zip.replace(`${ids.download}.zip`, `${mine.download}.zip`))).toBe(403)
  })

  test('P17 the address of one customer opens no picture of another, and says no more than of a missing one', async () => {
    const [first] = (await owner.call(photos.getPhotos)).images
    for (const kind of ['300', '800', '1300', 'original', 'view', 'nothing']) {
      const at = (photoId: string) => picture.replace(`${ids.photo}/300`, `${photoId}/${kind}`)
      const [foreign, missing] = await Promise.all(
        [first!.imageId, randomUUID()].map(async id => {
          const answer = await fetch(at(id))
          return [answer.status, anonymous(await answer.text(), ids)]
        }),
      )
      expect([kind, foreign]).toEqual([kind, missing])
      expect(foreign![0]).toBe(404)
    }
  })

  test('OP-33 PL-181 no address outlives its time, and a token in the header does not help', async () => {
    const headers = { authorization: `Bearer ${owner.token}` }
    server.clock.advance(3_600_000)
    for (const url of [picture, binned, shared, chosen, zip, part])
      expect(await status(url, { headers })).toBe(403)
    expect(await status(zip, { headers: { range: 'bytes=10-' } })).toBe(206)
    server.clock.advance(86_400_000)
    expect(await status(zip, { headers: { range: 'bytes=10-' } })).toBe(403)
  })
})

describe('OP-44 calls of the session', () => {
  const post = (path: string, headers: Record<string, string>) =>
    server.app.http.inject({
      method: 'POST',
      url: path,
      headers: { host: new URL(server.origin).host, 'content-type': 'application/json', ...headers },
      payload: '{}',
    })

  test.each(SESSION.map(name => name.split(' ')[1]!))('%s needs the header and our origin', async path => {
    expect((await post(path, {})).statusCode).toBe(403)
    const elsewhere = { [SESSION_HEADER]: '1', origin: 'https://elsewhere.example' }
    expect((await post(path, elsewhere)).statusCode).toBe(403)
  })

  test('without the cookie there is nothing to refresh, and ending ends nobody', async () => {
    const customer = await server.customer()
    const answer = await post('/session/refresh', { [SESSION_HEADER]: '1' })
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'unauthorized'])
    expect((await post('/session/end', { [SESSION_HEADER]: '1' })).statusCode).toBe(200)
    expect((await call('GET', { path: `${PHOTOS}/users` }, customer.token)).status).toBe(200)
  })
})

/** Three photos, two of them in the bin, two albums, two shared ones, an upload that has begun, an archive that is ready. */
async function filledLibrary(customer: Client): Promise<Ids> {
  const bytes = await jpeg()
  await customer.upload('first.jpg', bytes)
  await customer.upload('second.jpg', await jpeg())
  await customer.upload('third.jpg', await jpeg())
  await server.idle()
  const { images } = await customer.call(photos.getPhotos)
  const idOf = (name: string) => images.find(image => image.localFileName === name)!.imageId
  const [photo, binned, erasable] = [idOf('first.jpg'), idOf('second.jpg'), idOf('third.jpg')]
  await customer.call(photos.deletePhotos, { body: { photoIds: [binned, erasable] } })
  const created = await customer.createUpload('fourth.jpg', 5)
  const { albumId: album } = await customer.call(createAlbum, { body: { name: 'Kept' } })
  const { albumId: doomedAlbum } = await customer.call(createAlbum, { body: { name: 'Doomed' } })
  await customer.call(addAlbumPhotos, { params: { id: album }, body: { photoIds: [photo] } })
  const guest = await server.customer()
  const [sharedAlbum, doomedShared] = [randomUUID(), randomUUID()]
  const sharing = [sharedAlbum, doomedShared].map(albumId => ({
    albumId,
    name: 'Shared',
    owner: customer.email,
    participants: [guest.email],
    created: '2021-08-01T10:00:00Z',
    photos: [{ owner: customer.email, photoId: photo }],
  }))
  await importSharedAlbums(server.ctx, JSON.stringify({ sharedAlbums: sharing }))
  const download = randomUUID()
  await customer.call(downloads.createDownload, {
    body: { id: download, photos: [{ photoId: photo, ownerId: customer.accountId }] },
  })
  const { backupId } = await customer.call(exports.createExport, { body: { channel: 'KEEPSAKE-GB' } })
  await server.idle()
  return {
    account: customer.accountId,
    photo,
    binned,
    erasable,
    upload: created.headers.get('location')!.split('/').at(-1)!,
    download,
    newDownload: randomUUID(),
    backup: backupId,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    session: (await customer.call(sessions.createUploadSession, { body: {} })).sessionId,
    album,
    doomedAlbum,
    newAlbum: randomUUID(),
    selection: (await customer.call(createTempSelection, { body: { photoIds: [photo] } })).tempSelectionId,
    newSelection: randomUUID(),
    shared: sharedAlbum,
    doomedShared,
  }
}

const unknownIds = (): Ids => ({
  account: randomUUID(),
  photo: randomUUID(),
  binned: randomUUID(),
  erasable: randomUUID(),
  upload: randomUUID(),
  download: randomUUID(),
  newDownload: randomUUID(),
  backup: randomUUID(),
  sha256: createHash('sha256').update(randomUUID()).digest('hex'),
  session: randomUUID(),
  album: randomUUID(),
  doomedAlbum: randomUUID(),
  newAlbum: randomUUID(),
  selection: randomUUID(),
  newSelection: randomUUID(),
  shared: randomUUID(),
  doomedShared: randomUUID(),
})

/** The text with every id called by its name, and without what differs in any two answers. */
function anonymous(text: string, ids: Ids): string {
  let plain = text
    .replace(/"correlationId":"[^"]+"/, '')
    .replace(/"sessionId":"[^"]+","uploadUrl":"[^"]+"/, '')
  for (const [name, id] of Object.entries(ids)) plain = plain.replaceAll(id, `<${name}>`)
  return plain
}

function headersOf(answer: Response): string {
  const varying = ['date', 'x-correlation-id', 'location', 'upload-expires', 'ratelimit-reset']
  return JSON.stringify([...answer.headers].filter(([name]) => !varying.includes(name)))
}

async function everythingOf({ accountId }: Client): Promise<unknown> {
  const tables = [
    'photos',
    'uploads',
    'upload_sessions',
    'downloads',
    'month_counts',
    'albums',
    'album_photos',
    'album_counts',
    'shared_album_members',
    'shared_albums_ended',
    'exports',
    'export_chunks',
    'temp_selections',
  ] as const
  const rows = tables.map(table =>
    server.ctx.db.selectFrom(table).selectAll().where('account_id', '=', accountId).execute(),
  )
  const blobs = (await Array.fromAsync(server.ctx.blobs.list(`${accountId}/`))).map(each => each.key)
  return [await Promise.all(rows), blobs.sort()]
}
