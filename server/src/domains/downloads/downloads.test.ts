import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { rm, truncate } from 'node:fs/promises'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import * as contract from '#contract/downloads.ts'
import * as photos from '#contract/photos.ts'
import { type DownloadPush, downloadPush } from '#contract/push.ts'
import { jobs } from '../../app.ts'
import { change } from '../../context.ts'
import { BlobsFailedError } from '../../platform/blobs/blobs.ts'
import { updateRows } from '../../platform/db/rows.ts'
import { createRecordingLog } from '../../platform/log/recording-log.testing.ts'
import type { Client } from '../../testing/client.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { createTestStorage, type TestServer, testServer } from '../../testing/harness.ts'
import { findOriginal } from '../../testing/originals.ts'
import { jpeg, padJpeg } from '../../testing/pictures.ts'
import { runJob } from '../../testing/run-job.ts'
import { openSocket, type TestSocket } from '../../testing/sockets.ts'
import { fetchZip, unzip } from '../../testing/unzip.ts'

const { log, output, clearOutput } = createRecordingLog()
const server = closeAfterAll(await testServer({ log }))

/** Uploads the files, requests a download of all of them in this order, and waits until it is ready. */
async function requestReadyDownload(customer: Client, files: [string, Buffer][], at = server) {
  const id = await requestUnseenDownload(customer, files, at)
  return { id, url: await getUrl(customer, id) }
}

/** The same without its address: no client knows that it is ready. */
async function requestUnseenDownload(customer: Client, files: [string, Buffer][], at = server) {
  for (const [name, bytes] of files) {
    expect((await customer.upload(name, bytes)).response.status).toBe(204)
    at.clock.advance(1000)
  }
  const id = randomUUID()
  await customer.call(contract.createDownload, { body: { id, photos: await listPhotos(customer) } })
  await at.idle()
  return id
}

/** The customer's photos as in a download's request, in the order of upload. */
async function listPhotos(customer: Client) {
  const query = { sortKey: 'created', sortOrder: 'asc' } as const
  const { images } = await customer.call(photos.getPhotos, { query })
  return images.map(({ imageId, ownerId }) => ({ photoId: imageId, ownerId }))
}

const getUrl = async (customer: Client, id: string) =>
  (await customer.call(contract.getDownloadUrl, { params: { id } })).url

/** The download socket of a client that knows the messages of the document only. */
const listeningSocket = (at: TestServer, { token }: Client) =>
  openSocket(at.origin, '/api/push/downloads', token)

const READY = { type: 'ready' }

/** The messages about downloads; with `replay` the first message says that the socket is ready. */
function downloadMessages({ received }: TestSocket, isReplay = false): DownloadPush[] {
  expect(received.slice(0, 1)).toEqual(isReplay ? [READY] : [expect.not.objectContaining(READY)])
  return received.slice(isReplay ? 1 : 0).map(message => downloadPush.strict().parse(message))
}

/** Keys and ids of the messages about downloads. */
const listStates = (socket: TestSocket, isReplay = false) =>
  downloadMessages(socket, isReplay).map(({ key, message }) => [key, message.downloadId])

async function fetchBytes(url: string, headers: Record<string, string> = {}, method = 'GET') {
  const answer = await fetch(url, { headers, method })
  return { status: answer.status, headers: answer.headers, body: Buffer.from(await answer.arrayBuffer()) }
}

describe('a download', () => {
  test('PL-178 PL-180 PL-192 PL-193 PL-110 it is requested, published, and contains exactly the originals', async () => {
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
    const request = { id, photos: await listPhotos(customer), name: 'Sommer / 2024' }
    expect(await customer.call(contract.createDownload, { body: request })).toEqual({
      id,
      photos: request.photos,
    })
    const finished = await socket.next<DownloadPush>(({ key }) => key === 'archive-generation-finished')
    expect(downloadMessages(socket).map(({ key }) => key)).toEqual([
      'archive-generation-started',
      'archive-generation-finished',
    ])
    expect(finished).toMatchObject({
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      message: { userId: customer.accountId, downloadId: id },
    })
    socket.close()

    const zip = await fetchBytes(await getUrl(customer, id))
    expect(zip.status).toBe(200)
    expect(await unzip(zip.body)).toEqual(new Map(files))
    expect(zip.headers.get('content-type')).toBe('application/zip')
    expect(zip.headers.get('content-disposition')).toBe('attachment; filename="Sommer _ 2024.zip"')
    expect(zip.headers.get('content-length')).toBe(String(zip.body.length))
    const { items } = await customer.call(contract.getDownloads)
    expect(items).toMatchObject([
      { id, name: 'Sommer / 2024', photosCount: 2, size: zip.body.length, state: 'ready' },
    ])
  })

  test('PL-180 equal names are made unique, also for case-insensitive systems', async () => {
    const customer = await server.customer()
    const names = ['same.jpg', 'same.jpg', 'SAME.JPG', 'same (2).jpg']
    const files: [string, Buffer][] = []
    for (const name of names) files.push([name, await jpeg()])
    const { url } = await requestReadyDownload(customer, files)
    const found = await fetchZip(url)
    expect(new Set([...found.keys()].map(name => name.toLowerCase())).size).toBe(4)
    expect([...found.values()]).toEqual(files.map(([, bytes]) => bytes))
  })

  test('PL-178 a photo requested twice is in it once', async () => {
    const customer = await server.customer()
    await customer.upload('a.jpg', await jpeg())
    const [photo] = await listPhotos(customer)
    const id = randomUUID()
    await customer.call(contract.createDownload, { body: { id, photos: [photo!, photo!] } })
    await server.idle()
    expect((await fetchZip(await getUrl(customer, id))).size).toBe(1)
  })

  test('RV-202 a client that requests, then connects, gets the states of its recent downloads, each once', async () => {
    const [customer, other] = [await server.customer(), await server.customer()]
    const old = await requestUnseenDownload(customer, [['old.jpg', await jpeg()]])
    await updateRows(
      server.ctx.db,
      'downloads',
      { download_id: old },
      { created_at: new Date(server.clock.now().getTime() - 31 * 60_000) },
    )
    const id = await requestUnseenDownload(customer, [['a.jpg', await jpeg()]])
    await requestUnseenDownload(other, [['b.jpg', await jpeg()]])
    const socket = await listeningSocket(server, customer)
    await socket.next<DownloadPush>(({ key }) => key === 'archive-generation-finished')
    // A message that was on its way while the states were read.
    const late = { ...downloadMessages(socket)[0]!, id: randomUUID() }
    for (const key of ['archive-generation-started', 'archive-generation-finished'] as const)
      await change(server.ctx, tx =>
        server.ctx.push.publish(tx, {
          channel: 'downloads',
          accountId: customer.accountId,
          body: { ...late, key },
        }),
      )
    const next = await requestReadyDownload(customer, [['c.jpg', await jpeg()]])
    await socket.next<DownloadPush>(
      ({ key, message }) => key === 'archive-generation-finished' && message.downloadId === next.id,
    )
    expect(listStates(socket)).toEqual([
      ['archive-generation-finished', id],
      ['archive-generation-started', next.id],
      ['archive-generation-finished', next.id],
    ])
    socket.close()
  })

  test('RV-1101 a client that saves whatever is finished, as the document says, saves what it asked for, once', async () => {
    const customer = await server.customer()
    const saved: string[] = []
    /** Requests, connects, authenticates, and saves what the messages say is finished. */
    const saveDownload = async (name: string) => {
      const id = await requestUnseenDownload(customer, [[name, await jpeg()]])
      const socket = await listeningSocket(server, customer)
      await socket.next<DownloadPush>(({ message }) => message?.downloadId === id)
      for (const [key, downloadId] of listStates(socket))
        if (key === 'archive-generation-finished') saved.push(downloadId!)
      socket.close()
      await socket.closed
      return id
    }
    // One was fetched by a client that polls.
    await requestReadyDownload(customer, [['old.jpg', await jpeg()]])
    const asked = [await saveDownload('a.jpg'), await saveDownload('b.jpg'), await saveDownload('c.jpg')]
    expect(saved).toEqual(asked)

    const replaying = await openSocket(server.origin, '/api/push/downloads')
    replaying.send({ type: 'authenticate', accessToken: customer.token, replay: true })
    await replaying.next<DownloadPush>(({ message }) => message?.downloadId === asked[2])
    expect(listStates(replaying, true)).toHaveLength(4)
    replaying.close()
  })

  test('RV-1101 RV-202 a client that connects later learns of its end, though an open page of the customer did', async () => {
    const customer = await server.customer()
    const page = await openSocket(server.origin, '/api/push/downloads')
    page.send({ type: 'authenticate', accessToken: customer.token, replay: true })
    await page.next<{ type?: string }>(({ type }) => type === 'ready')
    const id = await requestUnseenDownload(customer, [['a.jpg', await jpeg()]])
    await page.next<DownloadPush>(({ key }) => key === 'archive-generation-finished')
    const socket = await listeningSocket(server, customer)
    await socket.next<DownloadPush>(({ message }) => message?.downloadId === id)
    expect(listStates(socket)).toEqual([['archive-generation-finished', id]])
    for (const each of [page, socket]) each.close()
  })

  test('RV-202 replays that a download is being prepared and that one failed; one that waits is silent', async () => {
    const idle = await testServer({ work: false })
    const customer = await idle.customer()
    await customer.upload('a.jpg', await jpeg())
    const ids = [randomUUID(), randomUUID(), randomUUID()]
    const states = ['in-progress', 'failed', 'requested'] as const
    for (const [i, id] of ids.entries()) {
      await customer.call(contract.createDownload, { body: { id, photos: await listPhotos(customer) } })
      idle.clock.advance(1000)
      await updateRows(idle.ctx.db, 'downloads', { download_id: id }, { state: states[i]! })
    }
    const socket = await listeningSocket(idle, customer)
    await socket.next<DownloadPush>(({ key }) => key === 'archive-generation-error')
    expect(listStates(socket)).toEqual([
      ['archive-generation-started', ids[0]],
      ['archive-generation-error', ids[1]],
    ])
    socket.close()
    await idle.close()
  })

  test('RV-202 OP-41 closes with 1013 when the states cannot be read, so that the client tries again', async () => {
    const customer = await server.customer()
    const { db } = server.ctx
    const selectFrom = db.selectFrom.bind(db) as (table: string) => never
    const spy = vi.spyOn(db, 'selectFrom').mockImplementation((table: unknown) => {
      if (table === 'downloads') throw new Error('the database does not answer')
      return selectFrom(table as string)
    })
    const socket = await openSocket(server.origin, '/api/push/downloads', customer.token)
    expect(await socket.closed).toBe(1013)
    spy.mockRestore()
  })
})

describe('OP-94 transfer of the zip', () => {
  let url: string
  let whole: Buffer
  let etag: string
  beforeAll(async () => {
    const customer = await server.customer()
    const files: [string, Buffer][] = [
      ['a.jpg', padJpeg(await jpeg(), 3_000_000)],
      ['b.jpg', await jpeg()],
    ]
    url = (await requestReadyDownload(customer, files)).url
    const first = await fetchBytes(url)
    whole = first.body
    etag = first.headers.get('etag')!
  })

  test('has an exact length and a stable, strong ETag', async () => {
    expect(etag).toMatch(/^"[\w-]{16,}"$/)
    const again = await fetchBytes(url)
    expect(again.headers.get('etag')).toBe(etag)
    expect(again.body.equals(whole)).toBe(true)
    expect(again.headers.get('accept-ranges')).toBe('bytes')
    expect(again.headers.get('cache-control')).toBe('private, no-store')
  })

  test('resumes at any byte, and the parts make the whole', async () => {
    const cuts = [0, 1, 29, 30, 31, 70_000, 1_048_576, 2_999_999, whole.length - 22, whole.length - 1]
    const parts: Buffer[] = []
    for (const [i, start] of cuts.entries()) {
      const end = (cuts[i + 1] ?? whole.length) - 1
      const part = await fetchBytes(url, { range: `bytes=${start}-${end}`, 'if-range': etag })
      expect(part.status).toBe(206)
      expect(part.headers.get('content-range')).toBe(`bytes ${start}-${end}/${whole.length}`)
      expect(part.headers.get('content-length')).toBe(String(end - start + 1))
      parts.push(part.body)
    }
    expect(Buffer.concat(parts).equals(whole)).toBe(true)
    const tail = await fetchBytes(url, { range: 'bytes=-22' })
    expect(tail.body.equals(whole.subarray(-22))).toBe(true)
  })

  test('starts over when the ETag is another one', async () => {
    const answer = await fetchBytes(url, { range: 'bytes=100-', 'if-range': '"another"' })
    expect([answer.status, answer.body.length]).toEqual([200, whole.length])
  })

  test('answers 416 for a range beyond the end', async () => {
    const answer = await fetchBytes(url, { range: `bytes=${whole.length}-` })
    expect(answer.status).toBe(416)
    expect(answer.headers.get('content-range')).toBe(`bytes */${whole.length}`)
    expect(JSON.parse(answer.body.toString())).toMatchObject({ code: 'range-not-satisfiable' })
  })

  test('HEAD answers the same without bytes and ignores ranges', async () => {
    const requests: Record<string, string>[] = [
      {},
      { range: 'bytes=5-9' },
      { range: `bytes=${whole.length}-` },
    ]
    for (const headers of requests) {
      const answer = await fetchBytes(url, headers, 'HEAD')
      expect([answer.status, answer.body.length]).toEqual([200, 0])
      expect(answer.headers.get('content-length')).toBe(String(whole.length))
      expect(answer.headers.get('content-range')).toBeNull()
      expect(answer.headers.get('etag')).toBe(etag)
    }
  })

  test('P14 a client that disconnects causes no warning', async () => {
    const customer = await server.customer()
    const { url } = await requestReadyDownload(customer, [['a.jpg', padJpeg(await jpeg(), 40_000_000)]])
    clearOutput()
    const stop = new AbortController()
    const answer = await fetch(url, { signal: stop.signal })
    await answer.body!.getReader().read()
    stop.abort()
    await expect.poll(output).toContain('client disconnected during the zip')
    const lines = output()
      .trim()
      .split('\n')
      .map(line => JSON.parse(line) as { level: number; msg: string })
    expect(lines.filter(({ level }) => level > 30)).toEqual([])
  })
})

describe('PL-181 the address', () => {
  test('RV-309 can start a download for five minutes; for a day it resumes one that has started', async () => {
    const { url } = await requestReadyDownload(await server.customer(), [['a.jpg', await jpeg()]])
    server.clock.advance(299_000)
    const first = await fetchBytes(url)
    expect(first.status).toBe(200)
    const etag = first.headers.get('etag')!
    server.clock.advance(2_000)
    for (const range of [undefined, 'bytes=0-', 'bytes=0-99', 'bytes=1-', 'bytes=-22'])
      for (const proof of [{}, { 'if-range': '"another"' }, { 'if-match': '*' }, { 'if-match': '"another"' }])
        expect((await fetchBytes(url, { ...(range ? { range } : {}), ...proof } as never)).status).toBe(403)
    expect((await fetchBytes(url, {}, 'HEAD')).status).toBe(403)
    for (const proof of [{ 'if-range': etag }, { 'if-match': etag }, { 'if-match': `"another", ${etag}` }]) {
      const rest = await fetchBytes(url, { range: 'bytes=1-', ...proof } as never)
      expect([rest.status, rest.body.equals(first.body.subarray(1))]).toEqual([206, true])
    }
    server.clock.advance(86_400_000)
    const over = await fetchBytes(url, { range: 'bytes=1-', 'if-range': etag })
    expect([over.status, JSON.parse(over.body.toString()).code]).toEqual([403, 'address-expired'])
  })

  test('RV-309 If-Match with the tag of another zip is 412', async () => {
    const { url } = await requestReadyDownload(await server.customer(), [['a.jpg', await jpeg()]])
    const answer = await fetchBytes(url, { range: 'bytes=1-', 'if-match': '"another"' })
    expect([answer.status, JSON.parse(answer.body.toString()).code]).toEqual([412, 'precondition-failed'])
    expect((await fetchBytes(url, { range: 'bytes=1-', 'if-match': '*' })).status).toBe(206)
  })

  test('PL-181 after seven days the download has expired', async () => {
    const customer = await server.customer()
    const { id } = await requestReadyDownload(customer, [['a.jpg', await jpeg()]])
    const row = server.ctx.db.selectFrom('downloads').selectAll().where('download_id', '=', id)
    const { expires_at, created_at } = await row.executeTakeFirstOrThrow()
    expect(expires_at.getTime() - created_at.getTime()).toBe(7 * 86_400_000)
    server.clock.set(expires_at)
    const later = await server.customer()
    expect((await later.call(contract.getDownloads)).items).toEqual([])
    await runJob(server, 'downloads.tidy')
    expect(await row.executeTakeFirst()).toBeUndefined()
  })
})

describe('PL-179 refused requests', () => {
  test.each<[string, number]>([
    ['no photos', 0],
    ['more than 100', 101],
  ])('%s is a bad request', async (_what, count) => {
    const customer = await server.customer()
    const photo = { photoId: randomUUID(), ownerId: customer.accountId }
    const body = { id: randomUUID(), photos: Array.from({ length: count }, () => photo) }
    expect((await customer.expectError(contract.createDownload, { body })).status).toBe(400)
  })

  test('an id that is no UUID is a bad request', async () => {
    const customer = await server.customer()
    const body = { id: '1', photos: [{ photoId: randomUUID(), ownerId: customer.accountId }] }
    const { status, body: answer } = await customer.expectError(contract.createDownload, { body })
    expect([status, Object.keys(answer.fields!)]).toEqual([400, ['id']])
  })

  test('one photo that is foreign, unknown or in the bin refuses the whole request, and nothing is stored', async () => {
    const [customer, other] = [await server.customer(), await server.customer()]
    await customer.upload('a.jpg', await jpeg())
    await customer.upload('b.jpg', await jpeg())
    await other.upload('c.jpg', await jpeg())
    const [kept, binned] = await listPhotos(customer)
    const [foreign] = await listPhotos(other)
    await customer.call(photos.deletePhotos, { body: { photoIds: [binned!.photoId] } })
    const own = { ownerId: customer.accountId }
    for (const photo of [
      foreign!,
      { ...foreign!, ...own },
      { photoId: randomUUID(), ...own },
      { ...kept!, ownerId: other.accountId },
      binned!,
    ]) {
      const body = { id: randomUUID(), photos: [kept!, photo] }
      const { status, body: answer } = await customer.expectError(contract.createDownload, { body })
      expect([status, answer.code]).toEqual([404, 'not-found'])
    }
    expect((await customer.call(contract.getDownloads)).items).toEqual([])
  })

  test('an id in use is a conflict, for its owner and for others', async () => {
    const [customer, other] = [await server.customer(), await server.customer()]
    const { id } = await requestReadyDownload(customer, [['a.jpg', await jpeg()]])
    await other.upload('b.jpg', await jpeg())
    expect((await other.call(contract.getDownloads)).items).toEqual([])
    expect((await other.expectError(contract.getDownloadUrl, { params: { id } })).status).toBe(404)
    for (const client of [customer, other]) {
      const body = { id, photos: await listPhotos(client) }
      expect((await client.expectError(contract.createDownload, { body })).status).toBe(409)
    }
  })
})

describe('changes after the request', () => {
  test('RV-306 a photo in the bin stays in the zip; an erased one is left out and named', async () => {
    const customer = await server.customer()
    const { id, url } = await requestReadyDownload(customer, [
      ['a.jpg', await jpeg()],
      ['b.jpg', await jpeg()],
    ])
    const [first, second] = await listPhotos(customer)
    const names = async () => [...(await fetchZip(url)).keys()]
    await customer.call(photos.deletePhotos, { body: { photoIds: [second!.photoId] } })
    expect(await names()).toEqual(['a.jpg', 'b.jpg'])
    await customer.call(photos.erasePhotos, { body: { photoIds: [second!.photoId] } })
    expect(await names()).toEqual(['a.jpg', 'Missing photos.txt'])
    await customer.call(photos.deletePhotos, { body: { photoIds: [first!.photoId] } })
    await customer.call(photos.erasePhotos, { body: { photoIds: [first!.photoId] } })
    expect((await fetchBytes(url)).status).toBe(410)
    expect((await customer.expectError(contract.getDownloadUrl, { params: { id } })).status).toBe(410)
  })

  test('P14 PL-180 a photo that disappears during the transfer aborts it; the zip never looks complete', async () => {
    const customer = await server.customer()
    const large = padJpeg(await jpeg(), 2_500_000)
    const { url } = await requestReadyDownload(customer, [
      ['a.jpg', large],
      ['b.jpg', await jpeg()],
    ])
    const second = await findOriginal(server, customer, 'b.jpg')
    const localPath = server.ctx.blobs.localPath!
    vi.spyOn(server.ctx.blobs, 'localPath').mockImplementation(key => {
      if (key === second.key) rmSync(second.path)
      return localPath(key)
    })
    const answer = await fetch(url)
    const received: Uint8Array[] = []
    const reading = (async () => {
      for await (const chunk of answer.body!) received.push(chunk)
    })()
    await expect(reading).rejects.toThrow('terminated')
    vi.restoreAllMocks()
    expect(Buffer.concat(received).length).toBeLessThan(Number(answer.headers.get('content-length')))
    await expect.poll(output).toContain('zip transfer aborted')
    expect([...(await fetchZip(url)).keys()]).toEqual(['a.jpg', 'Missing photos.txt'])
  })

  test('P14 OP-94 photos whose originals are cut off or deleted are named in the zip with their dates; the others are in it', async () => {
    const customer = await server.customer()
    const whole = await jpeg()
    const { id, url } = await requestReadyDownload(customer, [
      ['a.jpg', whole],
      ['cut off.jpg', await jpeg({ taken: '2024:05:03 14:15:00' })],
      ['deleted.jpg', await jpeg()],
    ])
    const cut = await findOriginal(server, customer, 'cut off.jpg')
    await truncate(cut.path, cut.size - 1)
    await rm((await findOriginal(server, customer, 'deleted.jpg')).path)
    const answer = await fetchBytes(url)
    const files = await unzip(answer.body)
    expect([...files.keys()]).toEqual(['a.jpg', 'Missing photos.txt'])
    expect(files.get('a.jpg')!.equals(whole)).toBe(true)
    expect(files.get('Missing photos.txt')!.toString().split('\r\n')).toEqual([
      expect.stringMatching(/^These photos couldn’t be read/),
      '',
      'cut off.jpg, 3 May 2024',
      'deleted.jpg, Unknown Date',
      '',
    ])
    const rest = { range: 'bytes=100-', 'if-range': answer.headers.get('etag')! }
    expect((await fetchBytes(url, rest)).body.equals(answer.body.subarray(100))).toBe(true)
    await rm((await findOriginal(server, customer, 'a.jpg')).path)
    expect([...(await fetchZip(await getUrl(customer, id))).keys()]).toEqual(['Missing photos.txt'])
  })

  test('P7 RV-710 while the storage fails, a zip is 503 with Retry-After, and whole afterwards', async () => {
    const customer = await server.customer()
    const { id, url } = await requestReadyDownload(customer, [['a.jpg', await jpeg()]])
    const failed = new BlobsFailedError('The disk failed (EIO)')
    const stat = vi.spyOn(server.ctx.blobs, 'stat').mockRejectedValue(failed)
    const answer = await fetchBytes(url)
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
    expect((await customer.expectError(contract.getDownloadUrl, { params: { id } })).status).toBe(503)
    stat.mockRestore()
    expect([...(await fetchZip(url)).keys()]).toEqual(['a.jpg'])
  })

  test('PL-181 PL-111 not ready is a conflict; a photo deleted before it is ready fails it, and the page is notified', async () => {
    const idle = await testServer({ work: false })
    const customer = await idle.customer()
    await customer.upload('a.jpg', await jpeg())
    const id = randomUUID()
    const requested = await listPhotos(customer)
    await customer.call(contract.createDownload, { body: { id, photos: requested } })
    const early = await customer.expectError(contract.getDownloadUrl, { params: { id } })
    expect([early.status, early.body.code]).toEqual([409, 'not-ready'])
    expect((await customer.call(contract.getDownloads)).items).toMatchObject([
      { id, state: 'requested', size: null },
    ])
    await customer.call(photos.deletePhotos, { body: { photoIds: [requested[0]!.photoId] } })
    const socket = await listeningSocket(idle, customer)
    await idle.ctx.jobs.work(idle.ctx, jobs)
    await socket.next<DownloadPush>(({ key }) => key === 'archive-generation-error')
    expect((await customer.call(contract.getDownloads)).items).toMatchObject([{ id, state: 'failed' }])
    expect((await customer.expectError(contract.getDownloadUrl, { params: { id } })).status).toBe(409)
    socket.close()
    await idle.close()
  })

  test('OP-94 an interrupted download resumes after a restart of the server', async () => {
    const storage = await createTestStorage()
    const first = await testServer({ storage })
    const original = padJpeg(await jpeg(), 1_500_000)
    const { url } = await requestReadyDownload(await first.customer(), [['a.jpg', original]], first)
    const whole = await fetchBytes(url)
    const half = whole.body.subarray(0, 700_001)
    await first.close()
    const second = await testServer({ storage, work: false })
    const again = url.replace(new URL(url).origin, second.origin)
    const range = { range: `bytes=${half.length}-`, 'if-range': whole.headers.get('etag')! }
    const rest = await fetchBytes(again, range)
    expect(rest.status).toBe(206)
    const joined = Buffer.concat([half, rest.body])
    expect(joined.equals(whole.body)).toBe(true)
    expect(await unzip(joined)).toEqual(new Map([['a.jpg', original]]))
    await second.close()
    await storage.remove()
  })
})
