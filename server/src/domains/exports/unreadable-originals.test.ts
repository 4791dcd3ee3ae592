import { rmSync } from 'node:fs'
import { rm, truncate } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import * as contract from '#contract/exports.ts'
import { BlobsFailedError } from '../../platform/blobs/blobs.ts'
import { updateRows } from '../../platform/db/rows.ts'
import { createRecordingLog } from '../../platform/log/recording-log.testing.ts'
import type { Client } from '../../testing/client.ts'
import { type TestServer, testServer } from '../../testing/harness.ts'
import { findOriginal, type Original } from '../../testing/originals.ts'
import { insertPhotoRows } from '../../testing/photo-rows.ts'
import { jpeg, padJpeg } from '../../testing/pictures.ts'
import { runJob } from '../../testing/run-job.ts'
import { unzip } from '../../testing/unzip.ts'
import {
  createReadyExport,
  downloadZips,
  fetchBytes,
  getChunkUrl,
  isManifest,
  requestExport,
  upload,
} from './testing/library.ts'

let server: TestServer
const { log, output, clearOutput } = createRecordingLog()
beforeAll(async () => {
  server = await testServer({ log, config: { exportChunkBytes: 5_000_000 } })
})
beforeEach(clearOutput)
afterEach(() => vi.restoreAllMocks())
afterAll(() => server.close())

const cutOff = ({ path, size }: Original) => truncate(path, size - 1)

async function readMetric(name: string): Promise<number> {
  const line = (await server.ctx.metrics.render()).split('\n').find(each => each.startsWith(`${name} `))
  return Number(line?.split(' ')[1])
}

const getExport = async (customer: Client, backupId: string) =>
  (await customer.call(contract.getExport, { params: { backupId } })) as contract.ReadyExport

const listPhotos = (zip: Map<string, Buffer>) => [...zip.keys()].filter(name => !isManifest(name))

test('P14 OP-94 the zip has all other photos and a list of those whose originals are cut off or deleted; page, manifests and mail say so', async () => {
  const customer = await server.customer()
  await updateRows(server.ctx.db, 'customers', { account_id: customer.accountId }, { locale: 'de-DE' })
  const whole = await jpeg({ taken: '2024:05:03 14:15:00' })
  await upload(server, customer, [
    ['a.jpg', whole],
    ['cut off.jpg', await jpeg({ taken: '2024:05:04 14:15:00' })],
    ['deleted.jpg', await jpeg()],
  ])
  const [cut, deleted] = [
    await findOriginal(server, customer, 'cut off.jpg'),
    await findOriginal(server, customer, 'deleted.jpg'),
  ]
  await cutOff(cut)
  await rm(deleted.path)
  const countBefore = await readMetric('keepsake_unreadable_originals_total')
  const ready = await createReadyExport(server, customer)

  expect(ready).toMatchObject({ photosCount: 3, chunks: [{ photosCount: 3, missingCount: 2 }] })
  const [zip] = await downloadZips(customer, ready)
  expect(listPhotos(zip!)).toEqual(['2024/05/a.jpg', 'Fehlende Fotos.txt'])
  expect(zip!.get('2024/05/a.jpg')!.equals(whole)).toBe(true)
  expect(zip!.get('Fehlende Fotos.txt')!.toString().split('\r\n')).toEqual([
    expect.stringMatching(/^Diese Fotos konnten nicht gelesen werden/),
    '',
    '2024/05/cut off.jpg, 4. Mai 2024',
    'Unbekanntes Datum/deleted.jpg, Unbekanntes Datum',
    '',
  ])
  const manifest = JSON.parse(zip!.get('manifest.json')!.toString())
  expect([manifest.photosCount, manifest.photos[0].name]).toEqual([1, '2024/05/a.jpg'])
  expect(zip!.get('manifest.csv')!.toString().trimEnd().split('\r\n')).toHaveLength(2)
  const params = { backupId: ready.backupId, iteration: 1 }
  const { files } = await customer.call(contract.getExportFiles, { params, query: {} })
  expect(files.map(({ name }) => name)).toEqual(['2024/05/a.jpg'])
  const mail = server.mailbox.list().find(({ to }) => to.includes(customer.email))!
  expect(mail.text).toContain('1 Foto in einer .zip-Datei')
  expect(mail.text).toContain('2 Fotos konnten nicht gelesen werden und fehlen')

  expect((await readMetric('keepsake_unreadable_originals_total')) - countBefore).toBeGreaterThanOrEqual(2)
  const line = output()
    .split('\n')
    .find(each => each.includes('originals are missing'))!
  expect([line.includes(cut.photoId), line.includes(deleted.photoId)]).toEqual([true, true])
  expect(output()).not.toMatch(/cut off|deleted\.jpg/)
})

test('P30 the log has the ids of a hundred of many missing originals, and their number', async () => {
  const own = await testServer({ log })
  const customer = await own.customer()
  await insertPhotoRows(own.ctx, customer.accountId, 150)
  await createReadyExport(own, customer)
  await own.close()
  const line = output()
    .split('\n')
    .find(each => each.includes('originals are missing'))!
  const { photos, count } = JSON.parse(line) as { photos: string[]; count: number }
  expect([photos.length, count]).toEqual([100, 150])
})

test('OP-94 a zip with a list of missing photos has its stated size, and its ranges make the same bytes', async () => {
  const customer = await server.customer()
  await upload(server, customer, [
    ['a.jpg', padJpeg(await jpeg(), 1_500_000)],
    ['b.jpg', await jpeg()],
  ])
  await cutOff(await findOriginal(server, customer, 'b.jpg'))
  const ready = await createReadyExport(server, customer)
  const url = await getChunkUrl(customer, ready.backupId, 1)
  const whole = await fetchBytes(url)
  const etag = whole.headers.get('etag')!
  expect(whole.headers.get('content-length')).toBe(String(ready.chunks[0]!.size))
  expect(whole.body.length).toBe(ready.chunks[0]!.size)
  const cuts = [0, 50, 700_001, whole.body.length - 300, whole.body.length]
  const parts = await Promise.all(
    cuts
      .slice(1)
      .map((end, i) => fetchBytes(url, { range: `bytes=${cuts[i]}-${end - 1}`, 'if-range': etag })),
  )
  expect(parts.map(({ status }) => status)).toEqual([206, 206, 206, 206])
  expect(Buffer.concat(parts.map(({ body }) => body)).equals(whole.body)).toBe(true)
})

test('P14 an original that is damaged later breaks the transfer off once; the next one starts over and has the list', async () => {
  const customer = await server.customer()
  await upload(server, customer, [
    ['a.jpg', padJpeg(await jpeg(), 2_500_000)],
    ['b.jpg', await jpeg()],
    ['c.jpg', await jpeg()],
  ])
  const { backupId } = await createReadyExport(server, customer)
  const [b, c] = [
    await findOriginal(server, customer, 'b.jpg'),
    await findOriginal(server, customer, 'c.jpg'),
  ]
  const url = await getChunkUrl(customer, backupId, 1)
  const localPath = server.ctx.blobs.localPath!
  vi.spyOn(server.ctx.blobs, 'localPath').mockImplementation(key => {
    if (key === b.key) rmSync(b.path)
    return localPath(key)
  })
  await cutOff(c)
  const answer = await fetch(url)
  const received: Uint8Array[] = []
  const reading = (async () => {
    for await (const chunk of answer.body!) received.push(chunk)
  })()
  await expect(reading).rejects.toThrow('terminated')
  const [length, etag] = [Number(answer.headers.get('content-length')), answer.headers.get('etag')!]
  const before = Buffer.concat(received)
  expect(before.length).toBeLessThan(length)
  await expect.poll(async () => (await getExport(customer, backupId)).chunks[0]!.missingCount).toBe(2)
  vi.restoreAllMocks()

  const again = await fetchBytes(url, { range: `bytes=${before.length}-`, 'if-range': etag })
  expect([again.status, again.headers.get('etag') === etag]).toEqual([200, false])
  const zip = await unzip(again.body)
  expect(listPhotos(zip)).toEqual(['Unknown Date/a.jpg', 'Missing photos.txt'])
  const list = zip.get('Missing photos.txt')!.toString()
  expect([list.includes('/b.jpg'), list.includes('/c.jpg')]).toEqual([true, true])
})

test('RV-701 a photo that is added again is repaired, and the next download of the export has it', async () => {
  const customer = await server.customer()
  const bytes = await jpeg()
  await upload(server, customer, [
    ['a.jpg', await jpeg()],
    ['b.jpg', bytes],
  ])
  await cutOff(await findOriginal(server, customer, 'b.jpg'))
  const ready = await createReadyExport(server, customer)
  expect(listPhotos((await downloadZips(customer, ready))[0]!)).toContain('Missing photos.txt')
  await upload(server, customer, [['b.jpg', bytes]])
  const [zip] = await downloadZips(customer, ready)
  expect(listPhotos(zip!)).toEqual(['Unknown Date/a.jpg', 'Unknown Date/b.jpg'])
  expect(zip!.get('Unknown Date/b.jpg')!.equals(bytes)).toBe(true)
  const { chunks } = await getExport(customer, ready.backupId)
  expect([chunks[0]!.missingCount, chunks[0]!.size > ready.chunks[0]!.size]).toEqual([0, true])
})

test('P7 RV-710 a storage that fails now damages nothing: the mail waits, the transfer breaks off, and the same zip follows', async () => {
  const idle = await testServer({ work: false, log })
  const customer = await idle.customer()
  const bytes = padJpeg(await jpeg(), 2_500_000)
  await customer.upload('a.jpg', bytes)
  idle.clock.advance(1000)
  await customer.upload('b.jpg', await jpeg())
  const { backupId } = await requestExport(customer)
  const run = (name: string) => runJob(idle, name, { accountId: customer.accountId, backupId })
  await run('exports.prepare')
  const failed = new BlobsFailedError('The disk failed (EIO)')
  const stat = vi.spyOn(idle.ctx.blobs, 'stat').mockRejectedValue(failed)
  await expect(run('exports.mail')).rejects.toThrow(failed)
  expect(idle.mailbox.list()).toEqual([])
  stat.mockRestore()
  await run('exports.mail')
  expect(idle.mailbox.list()).toHaveLength(1)

  const url = await getChunkUrl(customer, backupId, 1)
  const b = await findOriginal(idle, customer, 'b.jpg')
  vi.spyOn(idle.ctx.blobs, 'localPath').mockReturnValue(null)
  const { read } = idle.ctx.blobs
  vi.spyOn(idle.ctx.blobs, 'read').mockImplementation((key, range) =>
    key === b.key ? failing(failed) : read(key, range),
  )
  const answer = await fetch(url)
  await expect(answer.arrayBuffer()).rejects.toThrow('terminated')
  await expect.poll(output).toContain('zip transfer aborted')
  vi.restoreAllMocks()
  const again = await fetchBytes(url)
  expect([again.status, again.headers.get('etag')]).toEqual([200, answer.headers.get('etag')])
  expect(listPhotos(await unzip(again.body))).toEqual(['Unknown Date/a.jpg', 'Unknown Date/b.jpg'])
  const { chunks } = await getExport(customer, backupId)
  expect(chunks[0]!.missingCount).toBe(0)
  await idle.close()
})

const failing = (error: Error) =>
  new Readable({
    read() {
      this.destroy(error)
    },
  })
