import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { generateSource } from 'oazapfts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SERVICES } from '#contract/endpoint.ts'
import { putOrder } from '#contract/retailer-orders.ts'
import { Browser } from '../../domains/identity/testing/browser.ts'
import { NATIVE_APP, signInApp } from '../../domains/identity/testing/native-app.ts'
import { PASSWORD, type TestServer, testServer } from '../../testing/harness.ts'
import { fetchDocument, type OpenApiDocument } from '../../testing/openapi-document.ts'
import { jpeg } from '../../testing/pictures.ts'
import { orderForTests, productForTests } from '../../testing/retailer-orders.ts'

const SERVICE_TOKEN = 'the-token-of-a-service-of-the-retailer'
/** Beside the packages, so that the client finds its runtime. */
const CACHE = fileURLToPath(new URL('../../../../node_modules/.cache', import.meta.url))
const TSC = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'lib/tsc.js')
const CONFIGURATION = {
  compilerOptions: {
    strict: true,
    noUncheckedIndexedAccess: true,
    target: 'ES2024',
    lib: ['ESNext', 'DOM', 'DOM.Iterable'],
    types: [],
    module: 'NodeNext',
    skipLibCheck: true,
    rewriteRelativeImportExtensions: true,
    outDir: 'compiled',
  },
  include: ['*.ts'],
}

let server: TestServer
let document: OpenApiDocument
let folder: string
let source: string
beforeAll(async () => {
  server = await testServer({
    config: { nativeClients: [NATIVE_APP], serviceTokens: [{ name: 'orders', token: SERVICE_TOKEN }] },
  })
  document = await fetchDocument(server.app)
  await mkdir(CACHE, { recursive: true })
  folder = await mkdtemp(join(CACHE, 'api-client-'))
  await writeFile(join(folder, 'openapi.json'), JSON.stringify(document))
  source = await generateSource(join(folder, 'openapi.json'))
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(CONFIGURATION))
  await writeFile(join(folder, 'client.ts'), source)
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await server.close()
})

/** The messages of the compiler; empty when it succeeds. */
async function compile(story: string): Promise<string> {
  await writeFile(join(folder, 'story.ts'), story)
  const compiled = promisify(execFile)(process.execPath, [TSC, '--project', folder])
  return compiled.then(
    ({ stdout }) => stdout,
    error => `${error.stdout}${error.stderr}${error.message}`,
  )
}

describe('RV-204 a TypeScript client that is generated from the document', () => {
  test('has a function for every operation, by its operationId', () => {
    const functions = [...source.matchAll(/^export function (\w+)/gm)].map(([, name]) => name)
    const operations = Object.values(document.paths).flatMap(path => Object.values(path))
    expect(functions.toSorted()).toEqual(operations.map(({ operationId }) => operationId).toSorted())
  })

  test('compiles with strict, and finds calls that the document does not allow', async () => {
    expect(await compile(CLIENT_STORY)).toBe('')
    expect(await compile(CLIENT_STORY.replace("name: 'Summer'", 'name: 7'))).toContain('TS2322')
    expect(await compile(CLIENT_STORY.replace('.superOrders', '.orders'))).toContain('TS2339')
  })

  test('lists photos, fills an album, reads orders and errors with the token of a native app', async () => {
    const customer = await server.customer()
    for (const name of ['first.jpg', 'second.jpg', 'third.jpg']) await customer.upload(name, await jpeg())
    await server.idle()
    await fetch(server.origin + SERVICES.orders + putOrder.path.replace(':code', 'K-1001'), {
      method: 'PUT',
      headers: { authorization: `Bearer ${SERVICE_TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify(
        orderForTests(customer.accountId, server.clock.now(), { products: [productForTests('K-1001-1')] }),
      ),
    })
    const browser = new Browser(server.app.http, new URL(server.origin).host)
    const { access_token } = await signInApp(browser, customer.email, PASSWORD)

    expect(await compile(CLIENT_STORY)).toBe('')
    const { runClientStory } = await import(join(folder, 'compiled/story.js'))
    const story = await runClientStory(server.origin, access_token)

    const names = story.photos.map((photo: { localFileName: string }) => photo.localFileName)
    expect(names.toSorted()).toEqual(['first.jpg', 'second.jpg', 'third.jpg'])
    expect(story.album).toMatchObject({ albumName: 'Summer', photosCount: 1, userId: customer.accountId })
    expect(story.inAlbum).toEqual([story.photos[0].imageId])
    expect(story.orders).toMatchObject([{ superOrderCode: 'K-1001' }])
    expect(story.error).toMatchObject({ code: 'not-found', message: expect.any(String) })
    expect(story.errorWithoutToken).toMatchObject({ code: 'unauthorized' })
  })
})

/** The code of an app that uses the client generated from the document. */
const CLIENT_STORY = `
import * as keepsake from './client.ts'
import type { Album, ErrorAnswer, Image, Order, PhotoPage } from './client.ts'

export interface Story {
  photos: Image[]
  album: Album
  inAlbum: string[]
  orders: Order[]
  error: ErrorAnswer
  errorWithoutToken: ErrorAnswer
}

/** Lists the photos, puts the newest one into a new album, reads the orders and asks for what is not there. */
export async function runClientStory(origin: string, token: string): Promise<Story> {
  keepsake.defaults.baseUrl = origin
  const anonymous = await keepsake.getPhotos()
  if (anonymous.status !== 401) throw new Error('Photos were sent without a token')
  keepsake.defaults.headers = { authorization: 'Bearer ' + token }

  const photos = await allPhotos()
  const newest = photos[0]
  if (!newest) throw new Error('There is no photo')

  const created = await keepsake.createAlbum({ name: 'Summer' })
  if (created.status !== 201) throw new Error(created.data.message)
  const { albumId } = created.data
  const added = await keepsake.addAlbumPhotos(albumId, { photoIds: [newest.imageId] })
  if (added.status !== 200) throw new Error(added.data.message)
  const album = await keepsake.getAlbum(albumId)
  if (album.status !== 200) throw new Error(album.data.message)
  const content = await keepsake.getAlbumPhotos(albumId, { limit: 10 })
  if (content.status !== 200) throw new Error(content.data.message)

  const orders = await keepsake.getOrders({ limit: 5 })
  if (orders.status !== 200) throw new Error(orders.data.message)

  const missing = await keepsake.getAlbum(crypto.randomUUID())
  if (missing.status !== 404) throw new Error('An album was found that does not exist')

  return {
    photos,
    album: album.data,
    inAlbum: content.data.images.map(({ imageId }) => imageId),
    orders: orders.data.superOrders,
    error: missing.data,
    errorWithoutToken: anonymous.data,
  }
}

async function allPhotos(): Promise<Image[]> {
  const photos: Image[] = []
  let cursor: PhotoPage['cursor'] | undefined
  do {
    const page = await keepsake.getPhotos({ limit: 2, ...(cursor && { cursor }) })
    if (page.status !== 200) throw new Error(page.data.message)
    photos.push(...page.data.images)
    cursor = page.data.cursor
  } while (cursor)
  return photos
}
`
