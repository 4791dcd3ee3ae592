import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { type ActivityItem, getActivity } from '#contract/activity.ts'
import { createDownload } from '#contract/downloads.ts'
import type { Input } from '#contract/endpoint.ts'
import { createExport } from '#contract/exports.ts'
import { type SecurityEventKind, undoEntry } from '#contract/journal.ts'
import { deletePhotos, getPhotos } from '#contract/photos.ts'
import { deleteProject, restoreProject } from '#contract/projects.ts'
import type { LibraryPush } from '#contract/push.ts'
import { closeUploadBatch, getUploadBatch, recordBatchFiles } from '#contract/upload-batches.ts'
import { change } from '../../context.ts'
import { insertRows, updateRows } from '../../platform/db/rows.ts'
import { subscribeToAccount } from '../../platform/push/account-channel.ts'
import type { Client } from '../../testing/client.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { testServer } from '../../testing/harness.ts'
import { jpeg } from '../../testing/pictures.ts'
import { recordSecurityEvent } from '../identity/index.ts'
import { upsertProject } from '../projects/index.ts'
import { projectForTests } from '../projects/projects.testing.ts'

const MINUTE = 60_000
const DAY = 86_400_000

let customer: Client
const server = closeAfterAll(await testServer())
beforeEach(async () => {
  customer = await server.customer()
})

/** What is listed besides the sign-in of the test itself. */
const read = async (client = customer) =>
  (await client.call(getActivity)).items.filter(({ kind }) => kind !== 'sign-in.new-device')
/** As `read`, when the access token has expired. */
const readLater = async () => read(await server.signIn(customer))
const ofKind = async (kind: string): Promise<ActivityItem[]> =>
  (await read()).filter(each => each.kind === kind)

async function addPhotos(count: number, batchId = randomUUID()): Promise<string[]> {
  for (let n = 0; n < count; n++)
    await customer.upload(`photo-${n}.jpg`, await jpeg(), { batchId, fileId: randomUUID() })
  await server.idle()
  return (await customer.call(getPhotos)).images.map(({ imageId }) => imageId)
}

type BatchFile = Input<typeof recordBatchFiles>['body']['files'][number]
const toFile = (state: BatchFile['state']): BatchFile => ({
  fileId: randomUUID(),
  fileName: 'a.jpg',
  size: 1,
  state,
})
const recordFiles = (id: string, files: BatchFile[]) =>
  customer.call(recordBatchFiles, { params: { id }, body: { files } })

/** Announces a batch of two files and sends the first 100 bytes of one. */
async function beginUpload(batchId: string) {
  const files = [toFile('waiting'), toFile('waiting')]
  await recordFiles(batchId, files)
  const bytes = await jpeg()
  const { fileId } = files[0]!
  const created = await customer.createUpload('a.jpg', bytes.length, { batchId, fileId })
  const location = created.headers.get('location')!
  await customer.patch(location, 0, bytes.subarray(0, 100))
  return { location, bytes }
}

describe('0074 the activity', () => {
  test('an upload is running until each file has an outcome, and failed with a file that has none', async () => {
    const id = randomUUID()
    const file = toFile('waiting')
    expect(await read()).toEqual([])
    await addPhotos(2, id)
    await recordFiles(id, [file])
    const batch = { kind: 'upload', id, total: 3, done: 2 }
    expect(await read()).toMatchObject([{ ...batch, state: 'running', problems: 0 }])
    await recordFiles(id, [{ ...file, state: 'refused' }])
    expect(await read()).toMatchObject([{ ...batch, state: 'failed', problems: 1 }])
  })

  test('NX-248 companions are no photos of an upload, and none of them keeps it running; unreadable files are problems', async () => {
    const id = randomUUID()
    await addPhotos(1, id)
    await recordFiles(id, (['companion', 'companion', 'unreadable'] as const).map(toFile))
    expect(await read()).toMatchObject([{ kind: 'upload', id, total: 2, done: 1, problems: 1 }])
    await recordFiles(randomUUID(), [toFile('companion')])
    expect(await read()).toHaveLength(1)
  })

  test('an upload that was left behind is not running for ever', async () => {
    const id = randomUUID()
    await recordFiles(id, [toFile('waiting')])
    server.clock.advance(25 * 60 * MINUTE)
    expect(await readLater()).toMatchObject([{ id, state: 'failed', total: 1, done: 0, problems: 1 }])
  })

  test('RV-817 an upload without a byte for 10 minutes is interrupted, and running again once bytes arrive', async () => {
    const id = randomUUID()
    const { location, bytes } = await beginUpload(id)
    const getState = async () => (await readLater())[0]?.state
    server.clock.advance(9 * MINUTE)
    expect(await getState()).toBe('running')
    server.clock.advance(2 * MINUTE)
    expect(await readLater()).toMatchObject([{ id, state: 'interrupted', total: 2, done: 0, problems: 0 }])
    // The access token has expired meanwhile.
    const again = await server.signIn(customer)
    expect((await again.patch(location, 100, bytes.subarray(100, 200))).status).toBe(204)
    expect(await getState()).toBe('running')
  })

  test('RV-817 a closed upload is over: its receipt names what was not sent, and its bytes are gone', async () => {
    const id = randomUUID()
    await addPhotos(1, id)
    const { location, bytes } = await beginUpload(id)
    const other = await server.customer()
    expect((await other.expectError(closeUploadBatch, { params: { id } })).status).toBe(404)
    for (let call = 0; call < 2; call++) await customer.call(closeUploadBatch, { params: { id } })
    expect(await read()).toMatchObject([{ id, state: 'failed', total: 3, done: 1, problems: 2 }])
    const receipt = await customer.call(getUploadBatch, { params: { id } })
    expect(receipt.files.map(({ state, reason }) => reason ?? state).toSorted()).toEqual([
      'added',
      'closed',
      'closed',
    ])
    expect((await customer.patch(location, 100, bytes.subarray(100))).status).toBe(410)
    const staged = await Array.fromAsync(server.ctx.blobs.staging.list())
    expect(staged.filter(file => file.id.startsWith(customer.accountId))).toEqual([])
  })

  test('downloads and exports with their states', async () => {
    const [photoId] = await addPhotos(1)
    const id = randomUUID()
    const photos = [{ photoId: photoId!, ownerId: customer.accountId }]
    await customer.call(createDownload, { body: { id, photos, name: 'Norway' } })
    await customer.call(createExport, { body: { channel: 'KEEPSAKE-GB' } })
    await server.idle()
    expect(await ofKind('download')).toMatchObject([{ id, name: 'Norway', state: 'done', total: 1 }])
    expect(await ofKind('export')).toMatchObject([{ state: 'done', until: expect.any(String) }])
    const { db } = server.ctx
    await updateRows(db, 'downloads', { download_id: id }, { state: 'in-progress' })
    expect((await read())[0]).toMatchObject({ kind: 'download', id, state: 'running' })
    await updateRows(db, 'downloads', { download_id: id }, { state: 'failed' })
    expect(await ofKind('download')).toMatchObject([{ state: 'failed' }])
  })

  test('start and end of downloads and exports are published to open pages', async () => {
    const [photoId] = await addPhotos(1)
    const told: LibraryPush['type'][] = []
    const end = subscribeToAccount(server.ctx, customer.accountId, body => {
      const { type } = body as LibraryPush
      if (type !== 'journal-changed') told.push(type)
    })
    const photos = [{ photoId: photoId!, ownerId: customer.accountId }]
    await customer.call(createDownload, { body: { id: randomUUID(), photos, name: 'Norway' } })
    await customer.call(createExport, { body: { channel: 'KEEPSAKE-GB' } })
    await server.idle()
    const changes = Array(4).fill('archives-changed')
    await vi.waitFor(() => expect(told).toEqual(changes), { timeout: 60_000 })
    end()
  })

  test('a deletion of photos, which its account can undo', async () => {
    await customer.call(deletePhotos, { body: { photoIds: await addPhotos(2) } })
    expect(await read(await server.customer())).toEqual([])
    const [deletion] = await ofKind('photos.deleted')
    expect(deletion).toMatchObject({ total: 2, entry: { undo: 'possible', undone: null } })
    await customer.call(undoEntry, { params: { id: deletion!.id } })
    const entry = { undo: 'done', undone: { actor: { isThisDevice: true } } }
    expect(await ofKind('photos.deleted')).toMatchObject([{ id: deletion!.id, total: 2, entry }])
  })

  test('a deleted project, and that it was restored', async () => {
    const id = randomUUID()
    await upsertProject(server.ctx, id, customer.accountId, projectForTests(server.clock.now()))
    await customer.call(deleteProject, { params: { id } })
    expect(await read()).toMatchObject([
      { kind: 'project.deleted', name: 'Amsterdam weekend', entry: { subject: id, undo: 'possible' } },
    ])
    await customer.call(restoreProject, { params: { id } })
    expect(await read()).toMatchObject([{ kind: 'project.deleted', entry: { undo: 'done' } }])
  })

  test('a mail that the mail server refused', async () => {
    await addPhotos(1)
    const { db } = server.ctx
    const email = `no-mailbox-${randomUUID()}@keepsake.test`
    await updateRows(db, 'customers', { account_id: customer.accountId }, { email })
    await customer.call(createExport, { body: { channel: 'KEEPSAKE-GB' } })
    await server.idle()
    expect(await ofKind('mail-bounced')).toMatchObject([
      { state: 'failed', name: 'Your photo export is ready' },
    ])
    expect(await read(await server.customer())).toEqual([])
  })

  test('an address change', async () => {
    const now = server.clock.now()
    const order = `K-${randomUUID()}`
    const { db } = server.ctx
    await insertRows(db, 'order_address_changes', {
      change_id: randomUUID(),
      account_id: customer.accountId,
      order_code: order,
      state: 'sent',
      address: '{}',
      previous_address: '{}',
      refusal: null,
      requested_at: now,
      updated_at: now,
      mailed_at: null,
    })
    expect(await read()).toMatchObject([{ kind: 'address-change', id: order, state: 'running' }])
  })

  test('NX-313 security events by their kinds, with the device; what an act has started is listed once', async () => {
    const record = (kind: SecurityEventKind) =>
      change(server.ctx, tx =>
        recordSecurityEvent(server.ctx, tx, {
          accountId: customer.accountId,
          kind,
          by: { type: 'device', deviceName: 'Firefox, Windows' },
        }),
      )
    await record('password.changed')
    await record('export.requested')
    await record('order.delivery-address-changed')
    expect(await read()).toMatchObject([
      { kind: 'password.changed', state: 'done', entry: { actor: { device: 'Firefox, Windows' } } },
    ])
    expect(await read(await server.customer())).toEqual([])
  })

  test('NX-313 a security mail that the mail server refused is a kind of its own', async () => {
    const { db } = server.ctx
    const now = server.clock.now()
    await insertRows(db, 'sent_mails', {
      mail_id: randomUUID(),
      account_id: customer.accountId,
      kind: 'password.changed',
      ref: '',
      subject: 'Your password was changed',
      sent_at: now,
      bounced_at: now,
      bounce_status: '5.1.1',
    })
    expect(await ofKind('security-mail-bounced')).toMatchObject([
      { state: 'failed', name: 'Your password was changed' },
    ])
    expect(await ofKind('mail-bounced')).toEqual([])
  })

  test('after 30 days it is listed no more', async () => {
    await addPhotos(1)
    expect(await read()).toHaveLength(1)
    server.clock.advance(31 * DAY)
    expect(await readLater()).toEqual([])
  })
})
