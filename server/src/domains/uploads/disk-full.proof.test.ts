import { expect, test } from 'vitest'
import * as contract from '#contract/photos.ts'
import { startProcess } from '../../testing/child-process.ts'
import { Client } from '../../testing/client.ts'
import { createTestStorage } from '../../testing/harness.ts'
import { jpeg, padJpeg } from '../../testing/pictures.ts'
import { canMountDisk, createSmallDiskCommand } from '../../testing/small-disk.ts'
import type { ChildMessage, Customer, DiskFillRequest, FreeSpaceReport } from './testing/full-disk-process.ts'

const PROCESS = new URL('./testing/full-disk-process.ts', import.meta.url)
/** Size of the file system; the embedded database takes 40 MB of it. */
const DISK_MB = 112
const PICTURE = 2_000_000

test.runIf(canMountDisk())(
  'P7 the disk is full: 507, received bytes are kept, reads work, and with free space everything resumes',
  async () => {
    const storage = await createTestStorage()
    await using child = startProcess<ChildMessage>(
      PROCESS,
      { storage, diskReservePercent: 0 },
      createSmallDiskCommand(storage.folder, DISK_MB),
    )
    const { origin, accountId, email, token } = (await child.next()) as Customer
    const fillDisk = async (request: DiskFillRequest) => {
      child.send(request)
      await child.next()
    }
    const customer = new Client(origin, accountId, email, token)
    const library = async () => (await customer.call(contract.getPhotos)).images
    const picture = async () => padJpeg(await jpeg(), PICTURE)
    const refusal = async (answer: Response) => [answer.status, (await answer.json()).code]
    const full = [507, 'storage-full']

    const kept = await picture()
    expect((await customer.upload('kept.jpg', kept)).response.status).toBe(204)
    const cut = await picture()
    const location = (await customer.createUpload('cut.jpg', cut.length)).headers.get('location')!
    expect((await customer.patch(location, 0, cut.subarray(0, 100_000))).status).toBe(204)

    // Space for a part of the rest.
    await fillDisk({ freeBytes: 600_000 })
    const answer = await customer.patch(location, 100_000, cut.subarray(100_000))
    expect(await refusal(answer)).toEqual(full)
    expect(answer.headers.get('retry-after')).toBe('60')
    const offset = Number((await customer.head(location)).headers.get('upload-offset'))
    expect(offset).toBeGreaterThan(100_000)
    expect(offset).toBeLessThan(cut.length)
    expect((await library()).map(image => image.localFileName)).toEqual(['kept.jpg'])

    // No space: calls that write are refused, calls that read succeed.
    await fillDisk({ freeBytes: 0 })
    const again = await customer.patch(location, offset, cut.subarray(offset))
    expect(await refusal(again)).toEqual(full)
    expect((await customer.head(location)).headers.get('upload-offset')).toBe(String(offset))
    const [shown] = await library()
    expect(Buffer.from(await (await fetch(shown!.url)).arrayBuffer()).equals(kept)).toBe(true)
    for (const path of ['/healthz', '/readyz']) expect((await fetch(origin + path)).status).toBe(200)
    const body = { photoIds: [shown!.imageId] }
    // The embedded database is on the full disk; an external database has space.
    if ('folder' in storage.location) {
      const { status, body: error } = await customer.expectError(contract.deletePhotos, { body })
      expect([status, error.code]).toEqual(full)
    } else expect(await customer.call(contract.deletePhotos, { body })).toMatchObject({ failed: [] })

    // Without a restart, and only the missing bytes are sent.
    await fillDisk('unfilled')
    expect((await customer.patch(location, offset, cut.subarray(offset))).status).toBe(204)
    expect((await customer.upload('next.jpg', await picture())).response.status).toBe(204)
    const ready = async () =>
      (await library()).filter(image => image.state === 'ready').map(image => image.localFileName)
    const names = ['cut.jpg', 'next.jpg', ...('folder' in storage.location ? ['kept.jpg'] : [])]
    await expect.poll(async () => (await ready()).toSorted()).toEqual(names.toSorted())
    const resumed = (await library()).find(image => image.localFileName === 'cut.jpg')!
    expect(Buffer.from(await (await fetch(resumed.url)).arrayBuffer()).equals(cut)).toBe(true)
    await child.kill()
    await storage.remove()
  },
)

test.runIf(canMountDisk())(
  'RV-305 uploads leave a reserve: with them refused, deleting, erasing and reading work, and make room again',
  async () => {
    const storage = await createTestStorage()
    await using child = startProcess<ChildMessage>(
      PROCESS,
      { storage, diskReservePercent: 5 },
      createSmallDiskCommand(storage.folder, DISK_MB),
    )
    const { origin, accountId, email, token } = (await child.next()) as Customer
    const customer = new Client(origin, accountId, email, token)
    const library = async () => (await customer.call(contract.getPhotos)).images
    const picture = async () => padJpeg(await jpeg(), PICTURE)
    const refusal = async (answer: Response) => [answer.status, (await answer.json()).code]
    const full = [507, 'storage-full']

    const cut = await picture()
    const location = (await customer.createUpload('cut.jpg', cut.length)).headers.get('location')!
    let last: Response
    let uploaded = 0
    do last = (await customer.upload(`${uploaded}.jpg`, await picture())).response
    while (last.status === 204 && ++uploaded < DISK_MB / 2)
    expect(await refusal(last)).toEqual(full)
    expect(uploaded).toBeGreaterThan(2)
    // The database and the variants of the last pictures may have taken some of the 32 MB.
    child.send('unfilled' satisfies DiskFillRequest)
    expect(((await child.next()) as FreeSpaceReport).freeBytes).toBeGreaterThan(4 * PICTURE)
    // An upload that was accepted before is refused with its next bytes, and keeps those that arrived.
    expect(await refusal(await customer.patch(location, 0, cut))).toEqual(full)
    expect((await customer.head(location)).headers.get('upload-offset')).toBe('0')

    const images = await library()
    expect(images).toHaveLength(uploaded)
    const bytes = await (await fetch(images[0]!.url)).arrayBuffer()
    expect(bytes.byteLength).toBe(images[0]!.size)
    const body = { photoIds: images.slice(1).map(image => image.imageId) }
    for (let turn = 0; turn < 20; turn++) {
      expect(await customer.call(contract.deletePhotos, { body })).toMatchObject({ failed: [] })
      expect(await customer.call(contract.restorePhotos, { body })).toMatchObject({ failed: [] })
    }
    await customer.call(contract.deletePhotos, { body })
    await customer.call(contract.erasePhotos, { body })
    await expect.poll(async () => (await customer.patch(location, 0, cut)).status).toBe(204)
    expect((await library()).map(image => image.localFileName).toSorted()).toEqual(
      ['cut.jpg', images[0]!.localFileName].toSorted(),
    )
    await child.kill()
    await storage.remove()
  },
)
