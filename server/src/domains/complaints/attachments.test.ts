import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { beforeEach, expect, test } from 'vitest'
import * as contract from '#contract/complaints.ts'
import { ATTACHMENT_MAX_PIXELS } from '#contract/input/picture-limits.ts'
import { getPhotos } from '#contract/photos.ts'
import { getReceipts, getStorageUsage } from '#contract/uploads.ts'
import { updateRows } from '../../platform/db/rows.ts'
import { replaceSize } from '../../platform/images/pictures.testing.ts'
import type { Client } from '../../testing/client.ts'
import { heic, jpeg, png } from '../../testing/pictures.ts'
import { closeAccount, signInAgain } from '../identity/testing/mail-links.ts'
import { sendDueMessages } from '../retailer-outbox/retailer-outbox.testing.ts'
import { toAttachmentFolder } from './attachment-address.ts'
import { cleanUp } from './clean-up.ts'
import {
  placeSentOrder,
  report,
  reportForTests,
  SERVICE_TOKEN,
  startComplaintServer,
} from './complaints.testing.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const MEGABYTE = 1024 * 1024

let customer: Client
let order: string
let complaintId: string
const { retailer, server } = await startComplaintServer()
beforeEach(async () => {
  server.clock.set(new Date().toISOString())
  customer = await server.customer()
  order = await placeSentOrder(server, customer.accountId)
  complaintId = randomUUID()
})

const findReceived = () => retailer.received.findLast(({ params }) => params.complaintId === complaintId)!
const metadata = () => ({ purpose: 'complaint', complaintId })
const attach = (name: string, bytes: Uint8Array) => customer.upload(name, bytes, metadata())
const fetchAsService = (id: string, token = SERVICE_TOKEN) =>
  fetch(`${server.origin}/api/complaints/retailer/attachments/${id}`, {
    headers: { authorization: `Bearer ${token}` },
  })
const listBlobs = async () =>
  (await Array.fromAsync(server.ctx.blobs.list(`${customer.accountId}/`))).map(({ key }) => key)
/** Lets time pass; after an hour the customer signs in again, because the token has expired. */
async function pass(milliseconds: number): Promise<void> {
  server.clock.set(new Date(server.clock.now().getTime() + milliseconds).toISOString())
  if (milliseconds >= HOUR) customer = await signInAgain(server, customer)
}
const tidy = () => cleanUp(server.ctx, new AbortController().signal)
const withPlace = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#a04020' } })
    .jpeg()
    .withExif({ IFD0: { Make: 'CameraMaker' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
    .toBuffer()

test.each([
  ['JPEG with place', () => withPlace(4000, 3000), 2400, 1800],
  ['PNG', () => png({ width: 60, height: 40 }), 60, 40],
  ['HEIC', () => heic({ columns: 2, rows: 2 }), 192, 128],
])(
  'NX-138 a %s becomes a JPEG of at most 2,400 px without metadata, and its file is deleted',
  async (_name, create, width, height) => {
    const bytes = await create()
    const { uploadId, response } = await attach('photo', bytes)
    expect(response.status).toBe(204)
    const complaint = await report(customer, order, { attachmentIds: [uploadId] }, complaintId)
    expect(complaint.attachments).toMatchObject([{ id: uploadId, width, height }])
    const picture = Buffer.from(await (await fetch(complaint.attachments[0]!.url!)).arrayBuffer())
    const { format, exif, width: shownWidth } = await sharp(picture).metadata()
    expect([format, exif, shownWidth]).toEqual(['jpeg', undefined, width])
    expect(picture.includes('CameraMaker')).toBe(false)
    expect(await listBlobs()).toEqual([`${toAttachmentFolder(customer.accountId)}${uploadId}`])
  },
)

test('NX-138 nothing of the Exif of a HEIC is kept', async () => {
  const bytes = await readFile(new URL('../../platform/images/fixtures/quadrants-irot.heic', import.meta.url))
  expect(bytes.includes('Fixture')).toBe(true)
  const { uploadId } = await attach('IMG_1.HEIC', bytes)
  const { attachments } = await report(customer, order, { attachmentIds: [uploadId] }, complaintId)
  const picture = Buffer.from(await (await fetch(attachments[0]!.url!)).arrayBuffer())
  expect(await sharp(picture).metadata()).not.toHaveProperty('exif')
  expect(picture.includes('Fixture')).toBe(false)
})

test('NX-138 a rotated photo is upright', async () => {
  const bytes = await sharp({ create: { width: 80, height: 40, channels: 3, background: '#102030' } })
    .jpeg()
    .withMetadata({ orientation: 6 })
    .toBuffer()
  const { uploadId } = await attach('a.jpg', bytes)
  const { attachments } = await report(customer, order, { attachmentIds: [uploadId] }, complaintId)
  expect(attachments).toMatchObject([{ width: 40, height: 80 }])
})

test('NX-138 an attachment is in no library, receipt or quota', async () => {
  const { uploadId } = await attach('a.jpg', await jpeg())
  await customer.createUpload('b.jpg', 5 * MEGABYTE, metadata())
  await server.idle()
  expect((await customer.call(getPhotos)).images).toEqual([])
  expect((await customer.call(getReceipts, { body: { uploadIds: [uploadId] } })).receipts).toEqual([])
  expect(await customer.call(getStorageUsage)).toMatchObject({ storedBytes: 0, unfinishedBytes: 0 })
})

test('NX-135 what is no photo, too large or broken is refused with its reason, and leaves nothing', async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  const huge = replaceSize(await jpeg(), 20_000, 15_000)
  const side = ATTACHMENT_MAX_PIXELS / 10_000
  const whole = await jpeg({ width: 400, height: 300 })
  const cases: [string, Uint8Array, number, string][] = [
    ['SVG', svg, 415, 'unsupported-type'],
    ['zip', Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(100)]), 415, 'unsupported-type'],
    ['300 megapixels in few bytes', huge, 413, 'too-many-pixels'],
    // RV-1072: the limit that the page says.
    ['a column above the limit', replaceSize(await jpeg(), 10_001, side), 413, 'too-many-pixels'],
    ['the limit in few bytes', replaceSize(await jpeg(), 10_000, side), 400, 'broken'],
    ['half a JPEG', whole.subarray(0, whole.length / 2), 400, 'truncated'],
  ]
  for (const [name, bytes, status, reason] of cases) {
    const { response } = await attach('photo.jpg', bytes)
    const body = (await response.json()) as { fields?: { reason?: string } }
    expect([name, response.status, body.fields?.reason]).toEqual([name, status, reason])
  }
  expect((await customer.createUpload('a.jpg', 21 * MEGABYTE, metadata())).status).toBe(413)
  expect(await listBlobs()).toEqual([])
  // What was refused takes no place of the five.
  for (let count = 0; count < 5; count++)
    expect((await attach('a.jpg', await jpeg())).response.status).toBe(204)
})

test('NX-138 a picture with a page behind it keeps nothing of the page', async () => {
  const polyglot = Buffer.concat([await jpeg(), Buffer.from('<html><script>alert(1)</script></html>')])
  const { uploadId, response } = await attach('a.jpg', polyglot)
  if (!response.ok) return expect(response.status).toBe(400)
  const { attachments } = await report(customer, order, { attachmentIds: [uploadId] }, complaintId)
  const kept = Buffer.from(await (await fetch(attachments[0]!.url!)).arrayBuffer())
  expect(kept.includes('<script>')).toBe(false)
})

test('NX-135 the sixth attachment is a conflict, also of ten at once; more than 100 MB unfinished are 507', async () => {
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => customer.createUpload('a.jpg', 1000, metadata())),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([
    ...Array.from({ length: 5 }, () => 201),
    ...Array.from({ length: 5 }, () => 409),
  ])
  const fill = (id: string) =>
    customer.createUpload('a.jpg', 20 * MEGABYTE, { purpose: 'complaint', complaintId: id })
  const other = randomUUID()
  for (let count = 0; count < 4; count++) expect((await fill(other)).status).toBe(201)
  expect((await fill(other)).status).toBe(507)
})

test('NX-135 an upload that was cut at 60 % is resumed; one that is not complete cannot be sent', async () => {
  const bytes = await jpeg({ width: 1200, height: 900 })
  const created = await customer.createUpload('a.jpg', bytes.length, metadata())
  const location = created.headers.get('location')!
  const cut = Math.floor(bytes.length * 0.6)
  await customer.patch(location, 0, bytes.subarray(0, cut))
  const attachmentIds = [location.split('/').at(-1)!]
  const input = { params: { complaintId }, body: reportForTests(order, { attachmentIds }) }
  expect(await customer.expectError(contract.putComplaint, input)).toMatchObject({
    status: 400,
    body: { reason: 'not-ready', fields: { attachmentIds: 'not-valid' } },
  })
  expect((await customer.head(location)).headers.get('upload-offset')).toBe(String(cut))
  expect((await customer.patch(location, cut, bytes.subarray(cut))).status).toBe(204)
  expect((await report(customer, order, { attachmentIds }, complaintId)).attachments).toHaveLength(1)
})

test('NX-138 another account cannot see, send or delete an attachment', async () => {
  const { uploadId } = await attach('a.jpg', await jpeg())
  const other = await server.customer()
  const otherOrder = await placeSentOrder(server, other.accountId)
  const foreign = { params: { complaintId }, body: reportForTests(otherOrder, { attachmentIds: [uploadId] }) }
  expect((await other.expectError(contract.putComplaint, foreign)).status).toBe(400)
  const params = { attachmentId: uploadId }
  expect((await other.expectError(contract.deleteComplaintAttachment, { params })).status).toBe(404)
  expect((await other.head(`/api/uploads/files/${uploadId}`)).status).toBe(404)
})

test('NX-135 an attachment can be removed until it is sent', async () => {
  const first = await attach('a.jpg', await jpeg())
  const second = await attach('b.jpg', await jpeg())
  await customer.call(contract.deleteComplaintAttachment, { params: { attachmentId: first.uploadId } })
  await report(customer, order, { attachmentIds: [second.uploadId] }, complaintId)
  const sent = { params: { attachmentId: second.uploadId } }
  expect(await customer.expectError(contract.deleteComplaintAttachment, sent)).toMatchObject({
    status: 409,
    body: { reason: 'sent' },
  })
  expect(await listBlobs()).toHaveLength(1)
})

test('NX-135 NX-157 a photo removed before its last byte is gone: it frees its place, and later bytes store nothing', async () => {
  const bytes = await jpeg()
  const begin = async () => {
    const location = (await customer.createUpload('a.jpg', bytes.length, metadata())).headers.get('location')!
    await customer.patch(location, 0, bytes.subarray(0, 100))
    return { location, attachmentId: location.split('/').at(-1)! }
  }
  const removed = await begin()
  await customer.call(contract.deleteComplaintAttachment, {
    params: { attachmentId: removed.attachmentId },
  })
  expect((await customer.patch(removed.location, 100, bytes.subarray(100))).status).toBe(404)
  // The same by age: unsent ones go after 24 hours, although an upload may be resumed for longer.
  const abandoned = await begin()
  await pass(DAY)
  await tidy()
  expect((await customer.patch(abandoned.location, 100, bytes.subarray(100))).status).toBe(404)
  expect(await listBlobs()).toEqual([])
})

test('NX-135 an account has at most 100 MB of photos that are not sent, also of complete ones of many reports', async () => {
  const { uploadId } = await attach('a.jpg', await jpeg())
  await updateRows(
    server.ctx.db,
    'complaint_attachments',
    { attachment_id: uploadId },
    { size: 99 * MEGABYTE },
  )
  const create = (size: number) =>
    customer.createUpload('a.jpg', size, { purpose: 'complaint', complaintId: randomUUID() })
  expect((await create(2 * MEGABYTE)).status).toBe(507)
  await report(customer, order, { attachmentIds: [uploadId] }, complaintId)
  expect((await create(2 * MEGABYTE)).status).toBe(201)
})

test('NX-140 an answer has up to three photos, which the retailer gets with it', async () => {
  await report(customer, order, {}, complaintId)
  const attachmentIds: string[] = []
  for (let count = 0; count < 4; count++) attachmentIds.push((await attach('a.jpg', await jpeg())).uploadId)
  const write = (ids: string[]) => ({
    params: { complaintId },
    body: { messageId: randomUUID(), text: 'Here they are.', attachmentIds: ids },
  })
  expect(await customer.expectError(contract.addComplaintMessage, write(attachmentIds))).toMatchObject({
    status: 400,
    body: { fields: { attachmentIds: 'too-many' } },
  })
  const sentIds = attachmentIds.slice(0, 3).toReversed()
  const { messages, attachments } = await customer.call(contract.addComplaintMessage, write(sentIds))
  expect(attachments).toEqual([])
  expect(messages.map(each => each.attachments.map(({ id }) => id))).toEqual([sentIds])
  expect((await fetch(messages[0]!.attachments[0]!.url!)).status).toBe(200)
  // A photo is sent once, and belongs to its complaint only.
  const again = write(sentIds.slice(0, 1))
  expect((await customer.expectError(contract.addComplaintMessage, again)).status).toBe(400)
  await server.idle()
  await sendDueMessages(server.ctx)
  const { body } = findReceived() as { body: { attachments: { id: string }[]; messages: object[] } }
  expect(body.messages).toMatchObject([{ attachmentIds: sentIds }])
  expect(body.attachments.map(({ id }) => id)).toEqual(sentIds)
  expect((await fetchAsService(sentIds[0]!)).status).toBe(200)
})

test('NX-138 photos of a closed account are not served', async () => {
  const { uploadId } = await attach('a.jpg', await jpeg())
  const { attachments } = await report(customer, order, { attachmentIds: [uploadId] }, complaintId)
  expect((await fetch(attachments[0]!.url!)).status).toBe(200)
  await closeAccount(server, customer)
  expect((await fetch(attachments[0]!.url!)).status).toBe(404)
})

test('NX-142 only a service reads a sent attachment; the call names it with its hash', async () => {
  const { uploadId } = await attach('a.jpg', await jpeg())
  expect((await fetchAsService(uploadId)).status).toBe(404)
  await report(customer, order, { attachmentIds: [uploadId] }, complaintId)
  expect((await fetchAsService(uploadId, customer.token)).status).toBe(401)
  const answer = await fetchAsService(uploadId)
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  await server.idle()
  await sendDueMessages(server.ctx)
  const { body } = findReceived() as { body: { attachments: { id: string; size: number }[] } }
  expect(body.attachments).toMatchObject([{ id: uploadId, size: bytes.length }])
})

test('NX-157 unsent attachments go after 24 hours, sent ones 180 days after closing', async () => {
  const unsent = await attach('a.jpg', await jpeg())
  const { uploadId } = await attach('b.jpg', await jpeg())
  const complaint = await report(customer, order, { attachmentIds: [uploadId] }, complaintId)
  await pass(DAY)
  await tidy()
  expect(await listBlobs()).toEqual([expect.stringContaining(uploadId)])
  expect((await fetchAsService(unsent.uploadId)).status).toBe(404)
  await customer.call(contract.closeComplaint, { params: { complaintId } })
  await pass(180 * DAY - HOUR)
  await tidy()
  expect(await listBlobs()).toHaveLength(1)
  await pass(HOUR)
  await tidy()
  expect(await listBlobs()).toEqual([])
  const again = await server.customer()
  expect(again.accountId).not.toBe(customer.accountId)
  expect((await fetchAsService(uploadId)).status).toBe(404)
  expect((await fetch(complaint.attachments[0]!.url!)).ok).toBe(false)
})
