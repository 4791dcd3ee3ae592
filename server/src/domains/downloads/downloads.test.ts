import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import * as contract from '#contract/downloads.ts'
import * as photos from '#contract/photos.ts'
import { type DownloadPush, downloadPush } from '#contract/push.ts'
import { jobs } from '../../app.ts'
import { createLog } from '../../platform/log/log.ts'
import type { Client } from '../../testing/client.ts'
import { createTestStorage, type TestServer, testServer } from '../../testing/harness.ts'
import { jpeg, padJpeg } from '../../testing/pictures.ts'
import { openSocket } from '../../testing/sockets.ts'

let server: TestServer
let said = ''
beforeAll(async () => {
  const log = createLog({
    level: 'info',
    destination: {
      write: line => {
        said += line
      },
    },
  })
  server = await testServer({ log })
})
afterAll(() => server.close())

type Files = Map<string, Buffer>

/** Uploads the files, asks for all of them in this order, and waits until the archive is ready. */
async function archiveOf(customer: Client, files: [string, Buffer][], at = server) {
  for (const [name, bytes] of files) {
    expect((await customer.upload(name, bytes)).response.status).toBe(204)
    at.clock.advance(1000)
  }
  const id = randomUUID()
  await customer.call(contract.createDownload, { body: { id, photos: await allOf(customer) } })
  await at.idle()
  return { id, url: await addressOf(customer, id) }
}

/** The customer's photos as a download wants them, in the order they were uploaded. */
async function allOf(customer: Client) {
  const query = { sortKey: 'created', sortOrder: 'asc' } as const
  const { images } = await customer.call(photos.getPhotos, { query })
  return images.map(({ imageId, ownerId }) => ({ photoId: imageId, ownerId }))
}

const addressOf = async (customer: Client, id: string) =>
  (await customer.call(contract.getDownloadUrl, { params: { id } })).url

/** The download socket, once its token has been checked: this one says nothing about that itself. */
async function listeningSocket(at: TestServer, { accountId, token }: Client) {
  const subscribed = vi.spyOn(at.ctx.push, 'subscribe')
  const socket = await openSocket(at.origin, '/api/push/downloads', token)
  await expect.poll(() => subscribed.mock.calls.map(call => call[1])).toContain(accountId)
  return socket
}

async function unpacked(zip: Buffer): Promise<Files> {
  const files: Files = new Map()
  const reader = await fromBufferPromise(zip, { strictFileNames: true })
  for await (const entry of reader.eachEntry())
    files.set(entry.fileName, await buffer(await reader.openReadStreamPromise(entry)))
  return files
}

async function got(url: string, headers: Record<string, string> = {}, method = 'GET') {
  const answer = await fetch(url, { headers, method })
  return { status: answer.status, headers: answer.headers, body: Buffer.from(await answer.arrayBuffer()) }
}

describe('an archive', () => {
  test('PL-178 PL-180 PL-192 PL-193 PL-110 it is asked for, told about, and holds exactly the originals', async () => {
    const customer = await server.customer()
    const files: [string, Buffer][] = [
      ['beach.jpg', await jpeg({ taken: '2024:05:03 14:15:00' })],
      ['Größe — ümläut 🏖️.jpg', await jpeg()],
    ]
    for (const [name, bytes] of files) {
      await customer.upload(name, bytes)
      server.clock.advance(1000)
    }
    const socket = await listeningSocket(server, customer)
    const id = randomUUID()
    const asked = { id, photos: await allOf(customer), name: 'Sommer / 2024' }
    expect(await customer.call(contract.createDownload, { body: asked })).toEqual({
      id,
      photos: asked.photos,
    })
    const finished = await socket.next<DownloadPush>(({ key }) => key === 'archive-generation-finished')
    expect(socket.received.map(message => downloadPush.strict().parse(message).key)).toEqual([
      'archive-generation-started',
      'archive-generation-finished',
    ])
    expect(finished.message).toEqual({ userId: customer.accountId, downloadId: id })
    socket.close()

    const zip = await got(await addressOf(customer, id))
    expect(zip.status).toBe(200)
    expect(await unpacked(zip.body)).toEqual(new Map(files))
    expect(zip.headers.get('content-type')).toBe('application/zip')
    expect(zip.headers.get('content-disposition')).toBe('attachment; filename="Sommer _ 2024.zip"')
    expect(zip.headers.get('content-length')).toBe(String(zip.body.length))
    const { items } = await customer.call(contract.getDownloads)
    expect(items).toMatchObject([
      { id, name: 'Sommer / 2024', photosCount: 2, size: zip.body.length, state: 'ready' },
    ])
  })

  test('PL-180 equal names are made unique, also for systems that do not tell case apart', async () => {
    const customer = await server.customer()
    const names = ['same.jpg', 'same.jpg', 'SAME.JPG', 'same (2).jpg']
    const files: [string, Buffer][] = []
    for (const name of names) files.push([name, await jpeg()])
    const { url } = await archiveOf(customer, files)
    const found = await unpacked((await got(url)).body)
    expect(new Set([...found.keys()].map(name => name.toLowerCase())).size).toBe(4)
    expect([...found.values()]).toEqual(files.map(([, bytes]) => bytes))
  })

  test('PL-178 the same photo asked for twice is in it once', async () => {
    const customer = await server.customer()
    await customer.upload('a.jpg', await jpeg())
    const [photo] = await allOf(customer)
    const id = randomUUID()
    await customer.call(contract.createDownload, { body: { id, photos: [photo!, photo!] } })
    await server.idle()
    expect((await unpacked((await got(await addressOf(customer, id))).body)).size).toBe(1)
  })

  test('PL-193 only the owner is told', async () => {
    const [customer, other] = [await server.customer(), await server.customer()]
    const [mine, theirs] = await Promise.all([customer, other].map(each => listeningSocket(server, each)))
    await archiveOf(customer, [['a.jpg', await jpeg()]])
    await archiveOf(other, [['b.jpg', await jpeg()]])
    await theirs!.next<DownloadPush>(({ key }) => key === 'archive-generation-finished')
    for (const [socket, client] of [[mine!, customer] as const, [theirs!, other] as const]) {
      const owners = socket.received.map(message => (message as DownloadPush).message.userId)
      expect(new Set(owners)).toEqual(new Set([client.accountId]))
      socket.close()
    }
  })
})

describe('OP-94 fetching', () => {
  let url: string
  let whole: Buffer
  let etag: string
  beforeAll(async () => {
    const customer = await server.customer()
    const files: [string, Buffer][] = [
      ['a.jpg', padJpeg(await jpeg(), 3_000_000)],
      ['b.jpg', await jpeg()],
    ]
    url = (await archiveOf(customer, files)).url
    const first = await got(url)
    whole = first.body
    etag = first.headers.get('etag')!
  })

  test('has an exact length and a strong tag that stays', async () => {
    expect(etag).toMatch(/^"[\w-]{16,}"$/)
    const again = await got(url)
    expect(again.headers.get('etag')).toBe(etag)
    expect(again.body.equals(whole)).toBe(true)
    expect(again.headers.get('accept-ranges')).toBe('bytes')
    expect(again.headers.get('cache-control')).toBe('private, no-store')
  })

  test('goes on anywhere, and the parts make the whole', async () => {
    const cuts = [0, 1, 29, 30, 31, 70_000, 1_048_576, 2_999_999, whole.length - 22, whole.length - 1]
    const parts: Buffer[] = []
    for (const [i, start] of cuts.entries()) {
      const end = (cuts[i + 1] ?? whole.length) - 1
      const part = await got(url, { range: `bytes=${start}-${end}`, 'if-range': etag })
      expect(part.status).toBe(206)
      expect(part.headers.get('content-range')).toBe(`bytes ${start}-${end}/${whole.length}`)
      expect(part.headers.get('content-length')).toBe(String(end - start + 1))
      parts.push(part.body)
    }
    expect(Buffer.concat(parts).equals(whole)).toBe(true)
    const tail = await got(url, { range: 'bytes=-22' })
    expect(tail.body.equals(whole.subarray(-22))).toBe(true)
  })

  test('starts anew when the tag is another one', async () => {
    const answer = await got(url, { range: 'bytes=100-', 'if-range': '"another"' })
    expect([answer.status, answer.body.length]).toEqual([200, whole.length])
  })

  test('is told when there are no such bytes', async () => {
    const answer = await got(url, { range: `bytes=${whole.length}-` })
    expect(answer.status).toBe(416)
    expect(answer.headers.get('content-range')).toBe(`bytes */${whole.length}`)
    expect(JSON.parse(answer.body.toString())).toMatchObject({ code: 'range-not-satisfiable' })
  })

  test('HEAD tells the same without bytes, and knows no ranges', async () => {
    const asked: Record<string, string>[] = [{}, { range: 'bytes=5-9' }, { range: `bytes=${whole.length}-` }]
    for (const headers of asked) {
      const answer = await got(url, headers, 'HEAD')
      expect([answer.status, answer.body.length]).toEqual([200, 0])
      expect(answer.headers.get('content-length')).toBe(String(whole.length))
      expect(answer.headers.get('content-range')).toBeNull()
      expect(answer.headers.get('etag')).toBe(etag)
    }
  })

  test('P14 somebody who goes away is no trouble worth a warning', async () => {
    const customer = await server.customer()
    const archive = await archiveOf(customer, [['a.jpg', padJpeg(await jpeg(), 40_000_000)]])
    said = ''
    const stop = new AbortController()
    const answer = await fetch(archive.url, { signal: stop.signal })
    await answer.body!.getReader().read()
    stop.abort()
    await expect.poll(() => said).toContain('archive was not fetched to its end')
    const lines = said
      .trim()
      .split('\n')
      .map(line => JSON.parse(line) as { level: number; msg: string })
    expect(lines.filter(({ level }) => level > 30)).toEqual([])
  })
})

describe('PL-181 the address', () => {
  test('starts a download for five minutes and lets a broken one go on for a day', async () => {
    const { url } = await archiveOf(await server.customer(), [['a.jpg', await jpeg()]])
    server.clock.advance(299_000)
    expect((await got(url)).status).toBe(200)
    server.clock.advance(2_000)
    for (const range of [undefined, 'bytes=0-', 'bytes=0-99'])
      expect((await got(url, range ? { range } : {})).status).toBe(403)
    expect((await got(url, {}, 'HEAD')).status).toBe(403)
    expect((await got(url, { range: 'bytes=1-' })).status).toBe(206)
    server.clock.advance(86_400_000)
    const over = await got(url, { range: 'bytes=1-' })
    expect([over.status, JSON.parse(over.body.toString()).code]).toEqual([403, 'address-expired'])
  })

  test('opens its own archive only', async () => {
    const customer = await server.customer()
    const one = await archiveOf(customer, [['a.jpg', await jpeg()]])
    const two = await archiveOf(customer, [['b.jpg', await jpeg()]])
    expect((await got(one.url.replace(one.id, two.id))).status).toBe(403)
    expect((await got(one.url.replace('.zip', '.exe'))).status).toBe(403)
  })

  test('PL-181 after seven days the archive is gone', async () => {
    const customer = await server.customer()
    const { id } = await archiveOf(customer, [['a.jpg', await jpeg()]])
    const row = server.ctx.db.selectFrom('downloads').selectAll().where('download_id', '=', id)
    const { expires_at, created_at } = await row.executeTakeFirstOrThrow()
    expect(expires_at.getTime() - created_at.getTime()).toBe(7 * 86_400_000)
    server.clock.set(expires_at)
    const later = await server.customer()
    expect((await later.call(contract.getDownloads)).items).toEqual([])
    const tidy = jobs.find(({ kind }) => kind.name === 'downloads.tidy')!
    await tidy.handler(server.ctx, [{}] as never, new AbortController().signal)
    expect(await row.executeTakeFirst()).toBeUndefined()
  })
})

describe('PL-179 what is refused', () => {
  test.each<[string, number]>([
    ['no photos', 0],
    ['more than 100', 101],
  ])('%s is a bad request', async (_what, count) => {
    const customer = await server.customer()
    const photo = { photoId: randomUUID(), ownerId: customer.accountId }
    const body = { id: randomUUID(), photos: Array.from({ length: count }, () => photo) }
    expect((await customer.expectError(contract.createDownload, { body })).status).toBe(400)
  })

  test('an id that is none is a bad request', async () => {
    const customer = await server.customer()
    const body = { id: '1', photos: [{ photoId: randomUUID(), ownerId: customer.accountId }] }
    const { status, body: answer } = await customer.expectError(contract.createDownload, { body })
    expect([status, Object.keys(answer.fields!)]).toEqual([400, ['id']])
  })

  test('one photo of somebody else, unknown or in the bin refuses the whole, and nothing is kept', async () => {
    const [customer, other] = [await server.customer(), await server.customer()]
    await customer.upload('a.jpg', await jpeg())
    await customer.upload('b.jpg', await jpeg())
    await other.upload('c.jpg', await jpeg())
    const [kept, binned] = await allOf(customer)
    const [foreign] = await allOf(other)
    await customer.call(photos.deletePhotos, { body: { photoIds: [binned!.photoId] } })
    const mine = { ownerId: customer.accountId }
    for (const photo of [
      foreign!,
      { ...foreign!, ...mine },
      { photoId: randomUUID(), ...mine },
      { ...kept!, ownerId: other.accountId },
      binned!,
    ]) {
      const body = { id: randomUUID(), photos: [kept!, photo] }
      const { status, body: answer } = await customer.expectError(contract.createDownload, { body })
      expect([status, answer.code]).toEqual([404, 'not-found'])
    }
    expect((await customer.call(contract.getDownloads)).items).toEqual([])
  })

  test('an id that is used is a conflict, for its owner and for others', async () => {
    const [customer, other] = [await server.customer(), await server.customer()]
    const { id } = await archiveOf(customer, [['a.jpg', await jpeg()]])
    await other.upload('b.jpg', await jpeg())
    for (const client of [customer, other]) {
      const body = { id, photos: await allOf(client) }
      expect((await client.expectError(contract.createDownload, { body })).status).toBe(409)
    }
  })

  test('PL-181 the address of a foreign or unknown archive is not found', async () => {
    const [customer, other] = [await server.customer(), await server.customer()]
    const { id } = await archiveOf(customer, [['a.jpg', await jpeg()]])
    for (const asked of [id, randomUUID()])
      expect((await other.expectError(contract.getDownloadUrl, { params: { id: asked } })).status).toBe(404)
  })
})

describe('what can happen meanwhile', () => {
  test('P14 PL-180 a photo that was erased breaks the transfer; never a zip that looks whole', async () => {
    const customer = await server.customer()
    const large = padJpeg(await jpeg(), 2_500_000)
    const { url } = await archiveOf(customer, [
      ['a.jpg', large],
      ['b.jpg', await jpeg()],
    ])
    const [, second] = await allOf(customer)
    const body = { photoIds: [second!.photoId] }
    await customer.call(photos.deletePhotos, { body })
    expect((await got(url)).status).toBe(200)
    await customer.call(photos.erasePhotos, { body })
    await server.idle()
    const answer = await fetch(url)
    const received: Uint8Array[] = []
    const reading = (async () => {
      for await (const chunk of answer.body!) received.push(chunk)
    })()
    await expect(reading).rejects.toThrow('terminated')
    expect(Buffer.concat(received).length).toBeLessThan(Number(answer.headers.get('content-length')))
    await expect.poll(() => said).toContain('archive broke off')
  })

  test('PL-181 PL-111 not ready is a conflict; a photo that went meanwhile fails it, and the page is told', async () => {
    const idle = await testServer({ work: false })
    const customer = await idle.customer()
    await customer.upload('a.jpg', await jpeg())
    const id = randomUUID()
    const asked = await allOf(customer)
    await customer.call(contract.createDownload, { body: { id, photos: asked } })
    const early = await customer.expectError(contract.getDownloadUrl, { params: { id } })
    expect([early.status, early.body.code]).toEqual([409, 'not-ready'])
    expect((await customer.call(contract.getDownloads)).items).toMatchObject([
      { id, state: 'requested', size: null },
    ])
    await customer.call(photos.deletePhotos, { body: { photoIds: [asked[0]!.photoId] } })
    const socket = await listeningSocket(idle, customer)
    await idle.ctx.jobs.work(idle.ctx, jobs)
    await socket.next<DownloadPush>(({ key }) => key === 'archive-generation-error')
    expect((await customer.call(contract.getDownloads)).items).toMatchObject([{ id, state: 'failed' }])
    expect((await customer.expectError(contract.getDownloadUrl, { params: { id } })).status).toBe(409)
    socket.close()
    await idle.close()
  })

  test('OP-94 a broken download goes on after the server was started anew', async () => {
    const storage = await createTestStorage()
    const first = await testServer({ storage })
    const original = padJpeg(await jpeg(), 1_500_000)
    const { url } = await archiveOf(await first.customer(), [['a.jpg', original]], first)
    const begun = await got(url)
    const half = begun.body.subarray(0, 700_001)
    await first.close()
    const second = await testServer({ storage, work: false })
    const again = url.replace(new URL(url).origin, second.origin)
    const range = { range: `bytes=${half.length}-`, 'if-range': begun.headers.get('etag')! }
    const rest = await got(again, range)
    expect(rest.status).toBe(206)
    const joined = Buffer.concat([half, rest.body])
    expect(joined.equals(begun.body)).toBe(true)
    expect(await unpacked(joined)).toEqual(new Map([['a.jpg', original]]))
    await second.close()
    await storage.remove()
  })
})
