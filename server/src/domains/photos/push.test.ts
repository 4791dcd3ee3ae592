import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import * as contract from '#contract/photos.ts'
import { type LibraryPush, libraryPush, PUSH_BAD_TOKEN } from '#contract/push.ts'
import type { Client } from '../../testing/client.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { createTestStorage, testServer } from '../../testing/harness.ts'
import { createInvalidTokens } from '../../testing/invalid-tokens.ts'
import { jpeg } from '../../testing/pictures.ts'
import { openLibrarySocket, openSocket, type TestSocket } from '../../testing/sockets.ts'

const server = closeAfterAll(await testServer())

/** The library socket of a customer, listening. */
async function libraryOf(customer: Client, origin = server.origin): Promise<TestSocket> {
  return openLibrarySocket(origin, customer.token)
}

const isReady = (message: unknown) => (message as LibraryPush).type === 'ready'

/** The first message of a new library socket. */
async function readyOf(customer: Client): Promise<{ quietMs?: number }> {
  const socket = await openSocket(server.origin, '/api/push/library', customer.token)
  const ready = await socket.next<LibraryPush & { quietMs?: number }>(({ type }) => type === 'ready')
  socket.close()
  return ready
}

const changed = (socket: TestSocket, change: 'added' | 'updated' | 'removed') =>
  socket.next<LibraryPush>(message => message.type === 'photos-changed' && message.change === change)

describe.each(['library', 'downloads'])('the %s socket', name => {
  test('PL-192 P23 every bad token is closed with 4401 and gets no message', async () => {
    const customer = await server.customer()
    const tokens = Object.entries(await createInvalidTokens(server.ctx, customer))
    const ends = await Promise.all(
      tokens.map(async ([what, token]) => {
        const socket = await openSocket(server.origin, `/api/push/${name}`, token)
        return [what, await socket.closed, socket.received]
      }),
    )
    expect(ends).toEqual(tokens.map(([what]) => [what, PUSH_BAD_TOKEN, []]))
  })
})

describe('the library socket', () => {
  test('it sends ready, then messages for photos added, ingested, deleted, restored and erased', async () => {
    const customer = await server.customer()
    const socket = await libraryOf(customer)
    const { uploadId } = await customer.upload('a.jpg', await jpeg())
    const added = await changed(socket, 'added')
    await changed(socket, 'updated')
    const [image] = (await customer.call(contract.getPhotos)).images
    expect(added).toEqual({ type: 'photos-changed', photoIds: [image!.imageId], change: 'added' })
    expect(image!.state).toBe('ready')
    const message = await socket.next<LibraryPush>(({ type }) => type === 'upload')
    expect(message).toMatchObject({ receipt: { uploadId, photoId: image!.imageId } })
    const body = { photoIds: [image!.imageId] }
    await customer.call(contract.deletePhotos, { body })
    await changed(socket, 'removed')
    await customer.call(contract.restorePhotos, { body })
    await expect
      .poll(() => socket.received.filter(each => (each as { change?: string }).change === 'added'))
      .toHaveLength(2)
    for (const message of socket.received) libraryPush.parse(message)
    expect(socket.received[0]).toEqual({ type: 'ready', quietMs: expect.any(Number) })
    socket.close()
  })

  test('RV-505 ready says for how long nothing has changed: a change after a page has read, before it is connected, shows', async () => {
    const customer = await server.customer()
    const first = await libraryOf(customer)
    await customer.upload('a.jpg', await jpeg())
    await changed(first, 'updated')
    await first.next<LibraryPush>(({ type }) => type === 'upload')
    const read = performance.now()
    const [image] = (await customer.call(contract.getPhotos)).images
    const connected = performance.now()
    const unchanged = await readyOf(customer)
    expect(unchanged.quietMs).toBeGreaterThanOrEqual(Math.floor(connected - read))
    await customer.call(contract.deletePhotos, { body: { photoIds: [image!.imageId] } })
    await changed(first, 'removed')
    const missed = await readyOf(customer)
    expect(missed.quietMs).toBeLessThan(performance.now() - connected)
    // Other accounts are not concerned.
    const other = await readyOf(await server.customer())
    expect(other.quietMs).toBeGreaterThan(missed.quietMs!)
    first.close()
  })

  test('PL-193 messages are sent to all windows of the owner of the library, and to nobody else', async () => {
    const [customer, other] = [await server.customer(), await server.customer()]
    const windows = await Promise.all([libraryOf(customer), libraryOf(customer)])
    const otherSocket = await libraryOf(other)
    await customer.upload('a.jpg', await jpeg())
    await Promise.all(windows.map(window => changed(window, 'updated')))
    const [one, two] = windows.map(({ received }) => received.filter(each => !isReady(each)))
    expect(one).toEqual(two)
    // A message to the other account is delivered after all earlier messages.
    await other.call(contract.deletePhotos, { body: { photoIds: [randomUUID()] } })
    await other.upload('b.jpg', await jpeg())
    await changed(otherSocket, 'updated')
    const [image] = (await customer.call(contract.getPhotos)).images
    expect(JSON.stringify(otherSocket.received)).not.toContain(image!.imageId)
    for (const socket of [...windows, otherSocket]) socket.close()
  })
})

describe.runIf(process.env.TEST_DATABASE_URL)('many processes on PostgreSQL', () => {
  test('OP-41 uploaded at web A, ingested by a worker, announced to a browser at web B', async () => {
    const storage = await createTestStorage()
    const a = await testServer({ storage, work: false })
    const b = await testServer({ storage, work: false })
    const worker = await testServer({ storage })
    const customer = await a.customer()
    const socket = await libraryOf(customer, b.origin)
    const { uploadId } = await customer.upload('a.jpg', await jpeg())
    const added = (await changed(socket, 'added')) as { photoIds: string[] }
    const updated = (await changed(socket, 'updated')) as { photoIds: string[] }
    expect(updated.photoIds).toEqual(added.photoIds)
    expect(await socket.next<LibraryPush>(({ type }) => type === 'upload')).toMatchObject({
      receipt: { uploadId },
    })
    socket.close()

    const page = await fetch(`${b.origin}/api/photo-management/photos`, {
      headers: { authorization: `Bearer ${customer.token}` },
    })
    const { images } = (await page.json()) as contract.PhotoPage
    expect(images).toMatchObject([{ imageId: added.photoIds[0], state: 'ready' }])
    expect((await fetch(images[0]!.thumbnails[0]!.url)).status).toBe(200)
    for (const server of [worker, b, a]) await server.close()
    await storage.remove()
  })
})
