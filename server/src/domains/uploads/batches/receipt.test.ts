import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { SERVICES } from '#contract/endpoint.ts'
import { deletePhotos, getPhotos } from '#contract/photos.ts'
import {
  BATCH_FILES_PAGE,
  getUploadBatch,
  type RecordedState,
  recordBatchFiles,
} from '#contract/upload-batches.ts'
import { createUploadSession } from '#contract/upload-sessions.ts'
import { subscribeToAccount } from '#server/platform/push/account-channel.ts'
import { listRows } from '../../../platform/db/rows.ts'
import type { Client } from '../../../testing/client.ts'
import { closeAfterAll } from '../../../testing/close-after-all.ts'
import { testServer } from '../../../testing/harness.ts'
import { jpeg } from '../../../testing/pictures.ts'
import { cleanUp } from '../jobs.ts'

const DAY = 86_400_000

let customer: Client
let batchId: string
const server = closeAfterAll(await testServer())
beforeEach(async () => {
  customer = await server.customer()
  batchId = randomUUID()
})

type Recorded = Parameters<typeof record>[0]
const record = (
  files: {
    fileId: string
    state: RecordedState
    fileName?: string
    reason?: string
    photoId?: string
  }[],
) =>
  customer.call(recordBatchFiles, {
    params: { id: batchId },
    body: { files: files.map(file => ({ fileName: `${file.fileId}.jpg`, size: 10, ...file })) },
  })
const read = async (client = customer, id = batchId) =>
  (await client.call(getUploadBatch, { params: { id } })).files
const getState = async (fileId: string) => (await read()).find(file => file.fileId === fileId)?.state
const upload = (fileId: string, bytes: Uint8Array, name = 'beach.jpg') =>
  customer.upload(name, bytes, { batchId, fileId })

describe('0074 the upload receipt', () => {
  test('names each file once with its outcome: added, already there, refused, failed, not sent yet', async () => {
    const [added, known, broken, text, gone, later] = Array.from({ length: 6 }, () => randomUUID()) as [
      string,
      string,
      string,
      string,
      string,
      string,
    ]
    const picture = await jpeg()
    await record([
      { fileId: added, state: 'waiting' },
      { fileId: known, state: 'waiting' },
      { fileId: broken, state: 'waiting' },
      { fileId: text, state: 'refused', reason: 'unsupported-type' },
      { fileId: gone, state: 'waiting' },
      { fileId: later, state: 'waiting' },
    ])
    await upload(added, picture)
    await upload(known, picture, 'copy.jpg')
    await upload(broken, Buffer.from('no picture'))
    await record([{ fileId: gone, state: 'failed', reason: 'file-gone' }])
    await server.idle()
    const files = new Map((await read()).map(file => [file.fileId, file]))
    expect(files.size).toBe(6)
    expect(files.get(added)).toMatchObject({
      fileName: 'beach.jpg',
      state: 'added',
      inLibrary: true,
      converted: false,
      undated: true,
    })
    expect(files.get(known)).toMatchObject({
      state: 'already-there',
      photoId: files.get(added)!.photoId,
    })
    expect(files.get(broken)).toMatchObject({ state: 'refused', inLibrary: false })
    expect(files.get(broken)!.reason).toBeTruthy()
    expect(files.get(text)).toMatchObject({ state: 'refused', reason: 'unsupported-type' })
    expect(files.get(gone)).toMatchObject({ state: 'failed', reason: 'file-gone' })
    expect(files.get(later)).toMatchObject({ state: 'waiting' })
  })

  test('a file that is sent twice, because an answer was lost, is one line', async () => {
    const fileId = randomUUID()
    await customer.createUpload('beach.jpg', 5, { batchId, fileId })
    await upload(fileId, await jpeg())
    expect(await read()).toHaveLength(1)
    expect(await getState(fileId)).toBe('added')
  })

  test('a repeated or late record replaces no outcome', async () => {
    const fileId = randomUUID()
    await record([{ fileId, state: 'restored', photoId: randomUUID() }])
    const late: Recorded = [
      { fileId, state: 'waiting' },
      { fileId, state: 'already-there' },
      { fileId, state: 'removed' },
    ]
    for (const one of late) await record([one])
    expect(await getState(fileId)).toBe('restored')
  })

  test('a failed file that is tried again is waiting again; a removed one is in no receipt', async () => {
    const [failed, removed] = [randomUUID(), randomUUID()]
    await record([
      { fileId: failed, state: 'failed', reason: 'server' },
      { fileId: removed, state: 'waiting' },
    ])
    await record([
      { fileId: failed, state: 'waiting' },
      { fileId: removed, state: 'removed' },
    ])
    expect((await read()).map(({ fileId, state }) => [fileId, state])).toEqual([[failed, 'waiting']])
  })

  test('NX-248 companions and unreadable files are lines of their own; one that is read later has its outcome', async () => {
    const [companion, unreadable, folder] = [randomUUID(), randomUUID(), randomUUID()]
    await record([
      { fileId: companion, state: 'companion', fileName: 'beach.jpg.json' },
      { fileId: unreadable, state: 'unreadable', reason: 'unreadable' },
      { fileId: folder, state: 'unreadable', reason: 'folder-unreadable' },
    ])
    expect(await getState(companion)).toBe('companion')
    expect(await getState(folder)).toBe('unreadable')
    await record([
      { fileId: unreadable, state: 'waiting' },
      { fileId: folder, state: 'removed' },
      { fileId: companion, state: 'waiting' },
    ])
    await upload(unreadable, await jpeg())
    expect((await read()).map(({ state }) => state).toSorted()).toEqual(['added', 'companion'])
  })

  test('a photo that was deleted since has no link', async () => {
    const fileId = randomUUID()
    await upload(fileId, await jpeg())
    const [file] = await read()
    expect(file!.inLibrary).toBe(true)
    await customer.call(deletePhotos, { body: { photoIds: [file!.photoId!] } })
    expect(await read()).toMatchObject([{ state: 'added', inLibrary: false }])
  })

  test('a recorded photo of another account is not shown', async () => {
    const other = await server.customer()
    await other.upload('theirs.jpg', await jpeg())
    const [photo] = (await other.call(getPhotos)).images
    await record([{ fileId: randomUUID(), state: 'already-there', photoId: photo!.imageId }])
    const [file] = await read()
    expect(file).not.toHaveProperty('photoId')
    expect(file!.inLibrary).toBe(false)
  })

  test('pages', async () => {
    const ids = Array.from({ length: BATCH_FILES_PAGE + 1 }, () => randomUUID()).sort()
    await record(ids.slice(0, BATCH_FILES_PAGE).map(fileId => ({ fileId, state: 'waiting' })))
    await record([{ fileId: ids.at(-1)!, state: 'waiting' }])
    const first = await customer.call(getUploadBatch, { params: { id: batchId } })
    expect(first.files.map(({ fileId }) => fileId)).toEqual(ids.slice(0, BATCH_FILES_PAGE))
    const query = { cursor: first.cursor! }
    const second = await customer.call(getUploadBatch, { params: { id: batchId }, query })
    expect(second).toMatchObject({ cursor: null, files: [{ fileId: ids.at(-1) }] })
  })

  test('RV-209 a cursor of another batch, or an invalid one, is a bad request that names it', async () => {
    const files = Array.from({ length: BATCH_FILES_PAGE + 1 }, () => ({
      fileId: randomUUID(),
      state: 'waiting' as const,
    }))
    await record(files.slice(1))
    await record(files.slice(0, 1))
    const { cursor } = await customer.call(getUploadBatch, { params: { id: batchId } })
    const answerTo = async (wrong: string) => {
      const answer = await customer.fetch(`${SERVICES.uploads}/upload-batches/${batchId}?cursor=${wrong}`)
      return { status: answer.status, ...((await answer.json()) as object) }
    }
    const badRequest = { status: 400, fields: { cursor: 'not-valid' } }
    expect(await answerTo(files[0]!.fileId)).toMatchObject(badRequest)
    batchId = randomUUID()
    await record([{ fileId: randomUUID(), state: 'waiting' }])
    expect(await answerTo(cursor!)).toMatchObject(badRequest)
  })

  test('open pages of the account are notified, pages of another are not', async () => {
    const other = await server.customer()
    const heard: unknown[] = []
    const ends = [
      subscribeToAccount(server.ctx, customer.accountId, body => heard.push(body)),
      subscribeToAccount(server.ctx, other.accountId, body => heard.push(['other', body])),
    ]
    await record([{ fileId: randomUUID(), state: 'waiting' }])
    await vi.waitFor(() => expect(heard).toEqual([{ type: 'upload-batch-changed', batchId }]), {
      timeout: 60_000,
    })
    for (const end of ends) end()
  })

  test('unknown and foreign batches are 404; it is kept for 30 days', async () => {
    const fileId = randomUUID()
    await record([{ fileId, state: 'waiting' }])
    const status = async (client: Client, id: string) =>
      (await client.fetch(`/api/uploads/upload-batches/${id}`)).status
    const other = await server.customer()
    expect(await status(other, batchId)).toBe(404)
    expect(await status(customer, randomUUID())).toBe(404)
    expect(await status(customer, batchId)).toBe(200)
    server.clock.advance(31 * DAY)
    await cleanUp(server.ctx, new AbortController().signal)
    const rows = await listRows(server.ctx.db, 'upload_batch_files', { batch_id: batchId })
    expect(rows).toEqual([])
  })

  test('the files of a phone are a batch with the id of their session', async () => {
    const { uploadUrl, sessionId } = await customer.call(createUploadSession, { body: {} })
    const token = uploadUrl.split('#')[1]!
    const response = await fetch(`${server.origin}/api/uploads/phone/files`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'tus-resumable': '1.0.0',
        'upload-length': '5',
        'upload-metadata': `filename ${btoa('phone.jpg')}`,
      },
    })
    expect(response.status).toBe(201)
    expect(await read(customer, sessionId)).toMatchObject([{ fileName: 'phone.jpg', state: 'receiving' }])
  })
})
