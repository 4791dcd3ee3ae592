import fs from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { registerErrorHandler } from '../http/error-handler.ts'
import { createTestFolder } from '../testing/test-folder.ts'
import { mountSite } from './site.ts'

const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const SCRIPT = 'console.log("keepsake")'.repeat(50)
let app: FastifyInstance
const folder = createTestFolder()

beforeAll(async () => {
  await mkdir(join(folder, 'assets'))
  await mkdir(join(folder, 'locales'))
  await writeFile(join(folder, 'index.html'), '<!doctype html><div id="app"></div>')
  await writeFile(join(folder, 'assets/main-abc.js'), SCRIPT)
  await writeFile(join(folder, 'assets/main-abc.js.br'), brotliCompressSync(SCRIPT))
  await writeFile(join(folder, 'assets/main-abc.js.gz'), gzipSync(SCRIPT))
  await writeFile(join(folder, 'assets/font-abc.woff2'), 'font')
  await writeFile(join(folder, 'locales/en-GB.json'), '{}')
  await writeFile(join(folder, 'build.json'), '{"entry":"/assets/main-abc.js"}')
  app = fastify()
  registerErrorHandler(app)
  await mountSite(app, `${folder}/`, () => null)
})

afterAll(() => app.close())

describe('site', () => {
  test.each(['/', '/my-photos/photos/preview/1?stripped=1', '/no-such-page'])(
    'OP-45 %s gives the app, never from a cache',
    async url => {
      const answer = await app.inject({ url, headers: HTML })
      expect(answer.statusCode).toBe(200)
      expect(answer.headers['content-type']).toContain('text/html')
      expect(answer.headers['cache-control']).toBe('no-store')
      expect(answer.body).toContain('id="app"')
    },
  )

  test.each([
    ['/api/photo-management/nothing', HTML],
    ['/session/nothing', HTML],
    ['/media/x', HTML],
    ['/conf/other.example', HTML],
    ['/favicon.png', HTML],
    ['/my-photos', { accept: 'application/json' }],
    ['/assets/gone-123.js', HTML],
    ['/locales/xx-XX.json', HTML],
    ['/assets/../index.html', HTML],
    ['/assets/%2e%2e/index.html', HTML],
  ])('AA-116 %s does not give the app', async (url, headers) => {
    const answer = await app.inject({ url, headers })
    expect(answer.body).not.toContain('id="app"')
    expect(answer.statusCode).toBeGreaterThanOrEqual(400)
  })

  test('a POST to a page is not answered with the app', async () => {
    expect((await app.inject({ method: 'POST', url: '/', headers: HTML })).statusCode).toBe(404)
  })

  test('RV-402 a file that a deployment deletes while it is being opened is not found, as one that is gone', async () => {
    const get = () => app.inject({ url: '/assets/old-abc.js', headers: { 'accept-encoding': 'br' } })
    for (const name of ['old-abc.js', 'old-abc.js.br']) await writeFile(join(folder, 'assets', name), SCRIPT)
    expect((await get()).headers['content-encoding']).toBe('br')
    const open = fs.createReadStream
    const spy = vi.spyOn(fs, 'createReadStream').mockImplementation((...args) => {
      for (const name of ['old-abc.js', 'old-abc.js.br']) fs.rmSync(join(folder, 'assets', name))
      return open(...args)
    })
    const vanished = await get()
    spy.mockRestore()
    const gone = await get()
    for (const { statusCode, headers } of [vanished, gone])
      expect([statusCode, headers['content-encoding'], headers['cache-control']]).toEqual([
        404,
        undefined,
        'no-store',
      ])
    expect(vanished.json().code).toBe(gone.json().code)
  })

  test('assets are immutable and sent in an encoding that the browser accepts', async () => {
    const brotli = await app.inject({
      url: '/assets/main-abc.js',
      headers: { 'accept-encoding': 'gzip, br' },
    })
    expect(brotli.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(SCRIPT)
    expect(brotli.headers['content-type']).toContain('javascript')
    expect(brotli.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(brotli.headers.vary).toMatch(/accept-encoding/i)
    const gzip = await app.inject({ url: '/assets/main-abc.js', headers: { 'accept-encoding': 'gzip' } })
    expect(gzip.headers['content-encoding']).toBe('gzip')
    const plain = await app.inject({ url: '/assets/main-abc.js' })
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(plain.body).toBe(SCRIPT)
    const font = await app.inject({ url: '/assets/font-abc.woff2', headers: { 'accept-encoding': 'br' } })
    expect(font.body).toBe('font')
  })

  test('RV-402 the deployed build is never cached', async () => {
    const answer = await app.inject({ url: '/build.json' })
    expect(answer.json()).toEqual({ entry: '/assets/main-abc.js' })
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  test('AA-028 locale files are revalidated each time', async () => {
    const answer = await app.inject({ url: '/locales/en-GB.json' })
    expect(answer.json()).toEqual({})
    expect(answer.headers['cache-control']).toBe('no-cache')
    const again = await app.inject({
      url: '/locales/en-GB.json',
      headers: { 'if-none-match': String(answer.headers.etag) },
    })
    expect(again.statusCode).toBe(304)
  })
})
