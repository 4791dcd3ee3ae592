import { utimes } from 'node:fs/promises'
import { expect, test } from 'vitest'
import * as contract from '#contract/exports.ts'
import * as photos from '#contract/photos.ts'
import { jobs } from '../../app.ts'
import { change } from '../../context.ts'
import { deleteRows, listColumns, updateRows } from '../../platform/db/rows.ts'
import { createRecordingLog } from '../../platform/log/recording-log.testing.ts'
import type { Client } from '../../testing/client.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { findMonthCountErrors } from '../../testing/consistency-checks.ts'
import { testServer } from '../../testing/harness.ts'
import { jpeg, padJpeg } from '../../testing/pictures.ts'
import { sweepBlobs } from '../photos/blob-sweep/sweep-blobs.ts'
import { libraryCleared } from '../photos/index.ts'
import {
  createReadyExport,
  downloadZips,
  erase,
  fetchBytes,
  getChunkUrl,
  requestExport,
  signInAgain,
  upload,
} from './testing/library.ts'

const DAY = 86_400_000
const never = new AbortController().signal

const { log, output, clearOutput } = createRecordingLog()
const server = closeAfterAll(await testServer({ log }))

async function run(job: 'exports.tidy' | 'photos.tidy' | 'exports.prepare', payload: object = {}) {
  const { handler } = jobs.find(({ kind }) => kind.name === job)!
  await handler(server.ctx, [payload] as never, never)
  await server.idle()
}

const listRows = ({ accountId }: Client) =>
  listColumns(server.ctx.db, 'photos', { account_id: accountId }, ['photo_id'])

const listBlobs = async ({ accountId }: Client) =>
  (await Array.fromAsync(server.ctx.blobs.list(`${accountId}/`))).map(({ key }) => key)

/** A customer with an export of two photos, the first of which was erased afterwards. */
async function exportWithErasedPhoto() {
  const customer = await server.customer()
  const files: [string, Buffer][] = [
    ['gone.jpg', await jpeg({ taken: '2024:05:03 14:15:00' })],
    ['kept.jpg', await jpeg({ taken: '2024:05:04 14:15:00' })],
  ]
  const [gone, kept] = (await upload(server, customer, files)) as [string, string]
  const ready = await createReadyExport(server, customer)
  const { images } = await customer.call(photos.getPhotos)
  const urls = images
    .filter(image => image.imageId === gone)
    .flatMap(image => [image.url, ...image.thumbnails.map(each => each.url)])
  server.clock.advance(1000)
  await erase(server, customer, [gone])
  return { customer, files, gone, kept, ready, urls }
}

test('P9 a photo that is erased stays in the export with its bytes, and nowhere else', async () => {
  const { customer, files, gone, kept, ready, urls } = await exportWithErasedPhoto()
  const [zip] = await downloadZips(customer, ready)
  expect([...zip!.values()].slice(2)).toEqual(files.map(([, bytes]) => bytes))
  const blobs = (await listBlobs(customer)).filter(key => key.includes(gone))
  expect(blobs).toEqual([expect.stringContaining('/originals/')])
  server.clock.advance(1000)
  for (const url of urls) expect((await fetch(url)).status).toBe(404)
  expect((await customer.call(photos.getPhotos)).images.map(image => image.imageId)).toEqual([kept])
  expect((await customer.call(photos.getDeletedPhotos)).images).toEqual([])
  const body = { photoIds: [gone] }
  expect((await customer.call(photos.restorePhotos, { body })).failed).toEqual([gone])
  expect(await findMonthCountErrors(server.ctx, customer.accountId)).toEqual([])
})

test('P9 the same bytes can be uploaded again, and stay when the export expires', async () => {
  const { customer, files, gone } = await exportWithErasedPhoto()
  await upload(server, customer, [files[0]!])
  server.clock.advance(8 * DAY)
  await run('exports.tidy')
  const { images } = await (await signInAgain(server, customer)).call(photos.getPhotos)
  const reuploaded = images.find(image => image.localFileName === 'gone.jpg')!
  expect(reuploaded.imageId).not.toBe(gone)
  expect(Buffer.from(await (await fetch(reuploaded.url)).arrayBuffer()).equals(files[0]![1])).toBe(true)
  expect((await listBlobs(customer)).filter(key => key.includes(gone))).toEqual([])
})

test('P5 the sweep keeps held originals', async () => {
  const { customer, gone } = await exportWithErasedPhoto()
  for (const key of await listBlobs(customer)) {
    const old = new Date(server.clock.now().getTime() - 2 * 3_600_000)
    await utimes(server.ctx.blobs.localPath!(key)!, old, old)
  }
  await sweepBlobs(server.ctx, never)
  const found = await server.ctx.db.selectFrom('orphan_blobs').selectAll().execute()
  expect(found.filter(orphan => orphan.account_id === customer.accountId)).toEqual([])
  expect((await listBlobs(customer)).some(key => key.includes(gone))).toBe(true)
})

test('P29 when the export has expired, original and row are erased', async () => {
  const { customer, gone, kept, ready } = await exportWithErasedPhoto()
  server.clock.set(new Date(Date.parse(ready.expires) - 1))
  await run('exports.tidy')
  await run('photos.tidy')
  expect((await listBlobs(customer)).some(key => key.includes(gone))).toBe(true)
  server.clock.advance(1)
  await run('exports.tidy')
  expect((await listBlobs(customer)).some(key => key.includes(gone))).toBe(false)
  expect(await listRows(customer)).toEqual([{ photo_id: kept }])
})

test('P29 they are erased by the clean-up of photos when the hold was not released', async () => {
  const { customer, gone, kept, ready } = await exportWithErasedPhoto()
  server.clock.set(new Date(Date.parse(ready.expires)))
  await run('photos.tidy')
  expect((await listBlobs(customer)).some(key => key.includes(gone))).toBe(false)
  expect(await listRows(customer)).toEqual([{ photo_id: kept }])
})

test('P29 they are erased when the process crashed between releasing the hold and its jobs', async () => {
  const { customer, kept, ready } = await exportWithErasedPhoto()
  server.clock.set(new Date(Date.parse(ready.expires)))
  await deleteRows(server.ctx.db, 'photo_holds', { account_id: customer.accountId })
  await run('photos.tidy')
  expect(await listRows(customer)).toEqual([{ photo_id: kept }])
})

test('P28 erasing a held photo repeatedly removes nothing more, and restores nothing', async () => {
  const { customer, gone } = await exportWithErasedPhoto()
  const payload = { accountId: customer.accountId, photoIds: [gone] }
  const { handler } = jobs.find(({ kind }) => kind.name === 'photos.erase')!
  for (let i = 0; i < 3; i++) await handler(server.ctx, [payload] as never, never)
  server.clock.advance(11 * 60_000)
  clearOutput()
  await run('photos.tidy')
  expect(output()).not.toContain(gone)
  expect((await listBlobs(customer)).filter(key => key.includes(gone))).toHaveLength(1)
})

test('P9 a failed export has no hold', async () => {
  const customer = await server.customer()
  const [photo] = await upload(server, customer, [['a.jpg', await jpeg()]])
  const { backupId } = await requestExport(customer)
  await server.idle()
  await setRunning(backupId)
  server.clock.advance(49 * 3_600_000)
  const later = await signInAgain(server, customer)
  await erase(server, later, [photo!])
  expect(await listRows(customer)).toHaveLength(1)
  await run('exports.tidy')
  expect(await later.call(contract.getExport, { params: { backupId } })).toMatchObject({ status: 'FAILED' })
  expect([await listRows(customer), await listBlobs(customer)]).toEqual([[], []])
})

test('OP-34 the whole library is erased: a ready export stays complete until it expires, a running one fails', async () => {
  const customer = await server.customer()
  const files: [string, Buffer][] = [
    ['a.jpg', await jpeg({ taken: '2024:05:03 14:15:00' })],
    ['b.jpg', await jpeg({ taken: '2024:05:04 14:15:00' })],
  ]
  const ids = await upload(server, customer, files)
  const ready = await createReadyExport(server, customer)
  const clear = async () => {
    server.clock.advance(1000)
    await erase(server, customer, ids)
    await change(server.ctx, tx =>
      server.ctx.events.emit(tx, libraryCleared, { accountId: customer.accountId }),
    )
    await server.idle()
  }
  await clear()
  const [zip] = await downloadZips(customer, ready)
  expect([...zip!.values()].slice(2)).toEqual(files.map(([, bytes]) => bytes))
  expect(await listBlobs(customer)).toHaveLength(2)
  await setRunning(ready.backupId)
  await clear()
  const params = { backupId: ready.backupId }
  expect((await customer.call(contract.getExport, { params })).status).toBe('FAILED')
  expect([await listRows(customer), await listBlobs(customer)]).toEqual([[], []])
})

/** Sets an export to the state while its job runs. */
async function setRunning(backupId: string): Promise<void> {
  const { db } = server.ctx
  await deleteRows(db, 'export_chunks', { backup_id: backupId })
  await updateRows(db, 'exports', { backup_id: backupId }, { state: 'in-progress', expires_at: null })
  await updateRows(db, 'photo_holds', { hold_id: backupId }, { ends_at: null })
}

test('P14 a lost original aborts the transfer; the zip never looks complete', async () => {
  const customer = await server.customer()
  await upload(server, customer, [
    ['a.jpg', padJpeg(await jpeg({ taken: '2024:05:03 14:15:00' }), 2_500_000)],
    ['b.jpg', await jpeg({ taken: '2024:05:04 14:15:00' })],
  ])
  const { backupId } = await createReadyExport(server, customer)
  const url = await getChunkUrl(customer, backupId, 1)
  expect((await fetchBytes(url)).status).toBe(200)
  const keys = (await listBlobs(customer)).filter(key => key.includes('/originals/'))
  const sizes = await Promise.all(keys.map(async key => (await server.ctx.blobs.stat(key))!.size))
  await server.ctx.blobs.remove([keys[sizes.indexOf(Math.min(...sizes))]!])
  const answer = await fetch(url)
  let received = 0
  const reading = (async () => {
    for await (const chunk of answer.body!) received += chunk.length
  })()
  await expect(reading).rejects.toThrow('terminated')
  expect(received).toBeLessThan(Number(answer.headers.get('content-length')))
  await expect.poll(output).toContain('zip transfer aborted')
})
