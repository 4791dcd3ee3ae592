import { readFile, truncate, writeFile } from 'node:fs/promises'
import { beforeEach, expect, test, vi } from 'vitest'
import * as contract from '#contract/photos.ts'
import { findRow } from '../../../platform/db/rows.ts'
import { DecoderStoppedError } from '../../../platform/images/index.ts'
import { createRecordingLog } from '../../../platform/log/recording-log.testing.ts'
import type { Client } from '../../../testing/client.ts'
import { closeAfterAll } from '../../../testing/close-after-all.ts'
import { createTestStorage, testServer } from '../../../testing/harness.ts'
import { heic } from '../../../testing/pictures.ts'
import { toOriginalKey } from '../blob-keys.ts'

const server = closeAfterAll(await testServer())
beforeEach(() => vi.restoreAllMocks())

/** Large enough that a rendering is still running when the next request arrives. */
async function libraryOf(photos: number): Promise<{ customer: Client; views: string[] }> {
  const customer = await server.customer()
  for (let i = 0; i < photos; i++) await customer.upload('IMG.heic', await heic({ columns: 10, rows: 10 }))
  await server.idle()
  const { images } = await customer.call(contract.getPhotos)
  return { customer, views: images.map(image => image.untouchedUrl) }
}

const statusOf = (url: string) =>
  fetch(url).then(async response => {
    await response.arrayBuffer()
    return response.status
  })

test('RV-302 requests for the large view of a HEIC share one decoding, and later ones need none', async () => {
  const { views } = await libraryOf(1)
  const renderLarge = vi.spyOn(server.ctx.images, 'renderLarge')
  const answers = await Promise.all(Array.from({ length: 6 }, () => fetch(views[0]!)))
  const bodies = await Promise.all(answers.map(async answer => Buffer.from(await answer.arrayBuffer())))
  expect(answers.map(answer => answer.status)).toEqual([200, 200, 200, 200, 200, 200])
  for (const body of bodies) expect(body.equals(bodies[0]!)).toBe(true)
  expect(await statusOf(views[0]!)).toBe(200)
  expect(renderLarge).toHaveBeenCalledTimes(1)
})

test('RV-302 a decoding ends when the last request for it is cancelled, not before', async () => {
  const { views } = await libraryOf(1)
  const renderLarge = vi.spyOn(server.ctx.images, 'renderLarge')
  const [first, last] = [new AbortController(), new AbortController()]
  const requests = [first, last].map(({ signal }) => fetch(views[0]!, { signal }).catch(error => error.name))
  await vi.waitFor(() => expect(renderLarge).toHaveBeenCalledTimes(1), { interval: 1 })
  const { signal } = renderLarge.mock.calls[0]![1]!
  first.abort()
  expect(await requests[0]).toBe('AbortError')
  expect(signal!.aborted).toBe(false)
  last.abort()
  await vi.waitFor(() => expect(signal!.aborted).toBe(true), { timeout: 60_000 })
  await expect(renderLarge.mock.results[0]!.value).rejects.toThrow('No request waits')
  // The picture is still there for the next request.
  expect(await statusOf(views[0]!)).toBe(200)
})

test('RV-302 an account has four large views rendered at a time, and another account does not wait', async () => {
  const [{ views }, other] = [await libraryOf(7), await libraryOf(1)]
  const ended: string[] = []
  const view = (name: string, url: string) =>
    statusOf(url).then(status => {
      ended.push(name)
      return status
    })
  const many = views.map(url => view('many', url))
  const one = view('one', other.views[0]!)
  const statuses = await Promise.all(many)
  expect(await one).toBe(200)
  expect(statuses.toSorted()).toEqual([200, 200, 200, 200, 429, 429, 429])
  // Three were refused at once, and at most two were rendered before.
  expect(ended.indexOf('one')).toBeLessThan(3 + 3)
  const refused = views[statuses.indexOf(429)]!
  expect(await statusOf(refused)).toBe(200)
})

test('RV-302 a large view that cannot be stored is sent all the same', async () => {
  const { views } = await libraryOf(1)
  vi.spyOn(server.ctx.blobs, 'put').mockRejectedValueOnce(
    Object.assign(new Error('disk full'), { code: 'ENOSPC' }),
  )
  expect(await statusOf(views[0]!)).toBe(200)
  expect(await statusOf(views[0]!)).toBe(200)
})

const unreadable = Object.assign(new Error('EIO: read'), { code: 'EIO', syscall: 'read' })
test.each([
  ['its original cannot be read', unreadable, 5],
  ['the decoder cannot read its original', new DecoderStoppedError('machine', 'EIO: i/o error, read'), 5],
  ...(['timeout', 'memory', 'crashed'] as const).map(
    reason => [`its decoder stopped (${reason})`, new DecoderStoppedError(reason, 'stopped'), 60] as const,
  ),
  ['its decoder was closed', new DecoderStoppedError('closed', 'stopped'), 5],
] as const)('P7 RV-710 a large view is asked for again where %s', async (_what, error, seconds) => {
  const { views } = await libraryOf(1)
  vi.spyOn(server.ctx.images, 'renderLarge').mockRejectedValueOnce(error)
  const answer = await fetch(views[0]!)
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, String(seconds)])
  expect((await answer.json()).code).toBe('unavailable')
  expect(await statusOf(views[0]!)).toBe(200)
})

test('P7 RV-710 a decoder that takes too long answers 503, is logged, and the original can be downloaded', async () => {
  const storage = await createTestStorage()
  const { log, output } = createRecordingLog()
  const before = await testServer({ storage })
  const customer = await before.customer()
  const original = await heic({ columns: 10, rows: 10 })
  await customer.upload('IMG.heic', original)
  await before.idle()
  const [image] = (await customer.call(contract.getPhotos)).images
  await before.close()
  const after = await testServer({ storage, log, work: false, heic: { timeoutMs: 1 } })
  const at = (url: string) => url.replace(before.origin, after.origin)
  const answer = await fetch(at(image!.untouchedUrl))
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '60'])
  expect(output()).toContain('HEIC not decoded')
  expect(output()).toMatch(/large view not decoded/)
  const download = await fetch(at(image!.url))
  expect(Buffer.from(await download.arrayBuffer()).equals(original)).toBe(true)
  await after.close()
  await storage.remove()
})

test('P7 RV-710 a large view whose original does not read as it was received is asked for again', async () => {
  const { customer, views } = await libraryOf(1)
  const { images } = await customer.call(contract.getPhotos)
  const row = await findRow(server.ctx.db, 'photos', {
    account_id: customer.accountId,
    photo_id: images[0]!.imageId,
  })
  const path = server.ctx.blobs.localPath!(toOriginalKey(row!))!
  const bytes = await readFile(path)
  await truncate(path, bytes.length - 1000)
  const answer = await fetch(views[0]!)
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
  await writeFile(path, bytes)
  expect(await statusOf(views[0]!)).toBe(200)
})
