import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import * as contract from '#contract/complaints.ts'
import { getExportFiles } from '#contract/exports.ts'
import type { Client } from '../../testing/client.ts'
import { jpeg } from '../../testing/pictures.ts'
import {
  createReadyExport,
  downloadZips,
  fetchBytes,
  getChunkUrl,
  upload,
} from '../exports/testing/library.ts'
import { signInAgain } from '../identity/testing/mail-links.ts'
import { callAsService, placeSentOrder, report, startComplaintServer } from './complaints.testing.ts'

const DAY = 86_400_000

let customer: Client
const { server } = await startComplaintServer()
beforeEach(async () => {
  server.clock.set(new Date().toISOString())
  customer = await server.customer()
})

/** Reports a problem with a photo, is answered, and sends a message with another photo. */
async function complain(): Promise<{ complaintId: string; order: string }> {
  const order = await placeSentOrder(server, customer.accountId)
  const complaintId = randomUUID()
  const attach = async () =>
    (await customer.upload('IMG_1.jpg', await jpeg(), { purpose: 'complaint', complaintId })).uploadId
  await report(
    customer,
    order,
    { attachmentIds: [await attach()], text: 'Four prints – “wet” 🙁.' },
    complaintId,
  )
  const messages = [{ id: 'q', at: server.clock.now().toISOString(), text: 'Which ones?' }]
  await callAsService(server, 'PUT', `complaints/${complaintId}`, { version: 1, state: 'question', messages })
  server.clock.advance(1000)
  await customer.call(contract.addComplaintMessage, {
    params: { complaintId },
    body: { messageId: randomUUID(), text: '2 and 5.', attachmentIds: [await attach()] },
  })
  return { complaintId, order }
}

test('NX-138 an export of the library has orders/complaints.json with all that was said, and the photos it names', async () => {
  const { complaintId, order } = await complain()
  await upload(server, customer, [['a.jpg', await jpeg({ taken: '2024:05:03 14:15:00' })]])
  const ready = await createReadyExport(server, customer)
  expect(ready).toMatchObject({ photosCount: 1, chunks: [{ photosCount: 1 }] })
  const [zip] = await downloadZips(customer, ready)
  const photos = [`orders/complaints/${order}.jpg`, `orders/complaints/${order} (2).jpg`]
  expect([...zip!.keys()].toSorted()).toEqual(
    ['manifest.json', 'manifest.csv', '2024/05/a.jpg', 'orders/complaints.json', ...photos].toSorted(),
  )
  expect(JSON.parse(zip!.get('orders/complaints.json')!.toString())).toEqual({
    complaints: [
      expect.objectContaining({
        id: complaintId,
        order,
        products: [`${order}-1`],
        text: 'Four prints – “wet” 🙁.',
        photos: [photos[0]],
        messages: [
          expect.objectContaining({ from: 'care', text: 'Which ones?', photos: [] }),
          expect.objectContaining({ from: 'customer', text: '2 and 5.', photos: [photos[1]] }),
        ],
        decision: null,
        closed: null,
      }),
    ],
  })
  for (const name of photos) expect(zip!.get(name)!.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]))
  // They are no photos of the library: the list of the export's photos has none of them.
  const params = { backupId: ready.backupId, iteration: 1 }
  const { files } = await customer.call(getExportFiles, { params, query: {} })
  expect(files.map(({ name }) => name)).toEqual(['2024/05/a.jpg'])
})

test('NX-138 the zip has the same bytes until it expires, whatever happens to the report; a download is resumed', async () => {
  const { complaintId } = await complain()
  await upload(server, customer, [['a.jpg', await jpeg()]])
  const ready = await createReadyExport(server, customer)
  const url = await getChunkUrl(customer, ready.backupId, 1)
  const whole = (await fetchBytes(url)).body
  expect(whole.length).toBe(ready.chunks[0]!.size)
  await customer.call(contract.closeComplaint, { params: { complaintId } })
  const from = Math.floor(whole.length / 2)
  const { status, body } = await fetchBytes(url, { range: `bytes=${from}-` })
  expect([status, body.equals(whole.subarray(from))]).toEqual([206, true])
})

test('NX-157 photos of a report that are deleted soon are not in the export; its words are', async () => {
  const { complaintId } = await complain()
  await customer.call(contract.closeComplaint, { params: { complaintId } })
  server.clock.set(new Date(server.clock.now().getTime() + 172 * DAY).toISOString())
  customer = await signInAgain(server, customer)
  await upload(server, customer, [['a.jpg', await jpeg()]])
  const [zip] = await downloadZips(customer, await createReadyExport(server, customer))
  expect([...zip!.keys()].filter(name => name.startsWith('orders/'))).toEqual(['orders/complaints.json'])
  const { complaints } = JSON.parse(zip!.get('orders/complaints.json')!.toString())
  expect(complaints).toMatchObject([{ photos: [null], messages: [{}, { text: '2 and 5.', photos: [null] }] }])
})
