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
import { CLIENT_STORY } from './client-story.testing.ts'

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
