import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import * as contract from '#contract/complaints.ts'
import type { Client } from '../../testing/client.ts'
import { crashAfter } from '../../testing/crash-after.ts'
import { type TestServer, testServer } from '../../testing/harness.ts'
import { jpeg } from '../../testing/pictures.ts'
import { AFTER_LEASE_MS, sendDueMessages } from '../retailer-outbox/retailer-outbox.testing.ts'
import {
  callAsService,
  placeSentOrder,
  report,
  reportForTests,
  startComplaintServer,
} from './complaints.testing.ts'
import { addMessage, closeComplaint } from './continue-complaint.ts'
import { submitComplaint } from './index.ts'

const ROUNDS = 8

let customer: Client
let order: string
const { retailer, server } = await startComplaintServer()
beforeEach(async () => {
  retailer.received.length = 0
  customer = await server.customer()
  order = await placeSentOrder(server, customer.accountId)
})

const now = () => server.clock.now().toISOString()
const feed = (complaintId: string, body: object) =>
  callAsService(server, 'PUT', `complaints/${complaintId}`, body)
const message = (more: object = {}) => ({ messageId: randomUUID(), text: 'One more thing.', ...more })
const write = (complaintId: string, more: object = {}) =>
  customer.send(contract.addComplaintMessage, { params: { complaintId }, body: message(more) })
const close = (complaintId: string) => customer.send(contract.closeComplaint, { params: { complaintId } })
const readOne = async () =>
  (await customer.call(contract.getComplaints, { query: { orderCode: order } })).complaints[0]!
const declined = () => ({ at: now(), outcome: 'declined', reason: 'No.' })
/** What the retailer has received last about a complaint. */
async function readAtRetailer(complaintId: string) {
  await server.idle()
  await sendDueMessages(server.ctx)
  const received = retailer.received.filter(({ params }) => params.complaintId === complaintId)
  return received.at(-1)!.body as { isClosed: boolean; messages: { id: string }[]; revision: number }
}

test('NX-137 the same report sent ten times at once is one complaint, with its photos, one mail and one message', async () => {
  const complaintId = randomUUID()
  const upload = async () =>
    (await customer.upload('a.jpg', await jpeg(), { purpose: 'complaint', complaintId })).uploadId
  const attachmentIds = [await upload(), await upload()]
  const send = () => report(customer, order, { attachmentIds }, complaintId)
  const answers = await Promise.all(Array.from({ length: 10 }, send))
  for (const { attachments } of answers) expect(attachments.map(({ id }) => id)).toEqual(attachmentIds)
  await server.idle()
  await sendDueMessages(server.ctx)
  expect(retailer.received.filter(({ params }) => params.complaintId === complaintId)).toHaveLength(1)
  const mails = server.mailbox.list().filter(({ to }) => to.includes(customer.email))
  expect(mails.filter(({ subject }) => subject === 'We have your report')).toHaveLength(1)
})

test('NX-137 one of two reports that send the same photo gets it', async () => {
  const complaintId = randomUUID()
  await report(customer, order, {}, complaintId)
  const { uploadId } = await customer.upload('a.jpg', await jpeg(), { purpose: 'complaint', complaintId })
  const answers = await Promise.all([1, 2, 3].map(() => write(complaintId, { attachmentIds: [uploadId] })))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400, 400])
  const { messages } = await readOne()
  expect(messages).toMatchObject([{ attachments: [{ id: uploadId }] }])
})

test('NX-140 a message while the decision arrives is stored, the decision stays, and the retailer gets both', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    order = await placeSentOrder(server, customer.accountId)
    const { complaintId } = await report(customer, order)
    const messages = [{ id: 'q', at: now(), text: 'Which ones?' }]
    await feed(complaintId, { version: 1, state: 'question', messages })
    const [written, decided] = await Promise.all([
      write(complaintId),
      feed(complaintId, { version: 2, state: 'decided', messages, decision: declined() }),
    ])
    expect([written.status, decided.status]).toEqual([201, 200])
    expect(await readOne()).toMatchObject({ state: 'decided', messages: [{ id: 'q' }, { from: 'customer' }] })
    expect(await readAtRetailer(complaintId)).toMatchObject({ revision: 2, isClosed: false, messages: [{}] })
  }
})

test('NX-140 of closing and a message at once the end is closed; the retailer has the message that was accepted', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    order = await placeSentOrder(server, customer.accountId)
    const { complaintId } = await report(customer, order)
    const [written, closed] = await Promise.all([write(complaintId), close(complaintId)])
    expect(closed.status).toBe(200)
    if (written.status !== 201) {
      expect(written.status).toBe(409)
      expect(await written.json()).toMatchObject({ reason: 'closed' })
    }
    const { state, messages } = await readOne()
    expect(state).toBe('closed')
    const sent = await readAtRetailer(complaintId)
    expect(sent.isClosed).toBe(true)
    expect(sent.messages).toHaveLength(written.ok ? 1 : 0)
    expect(messages).toHaveLength(sent.messages.length)
  }
})

test('NX-140 of closing and a decision at once the end is closed; of two objections at once one is taken', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    order = await placeSentOrder(server, customer.accountId)
    const { complaintId } = await report(customer, order)
    await Promise.all([
      close(complaintId),
      feed(complaintId, { version: 1, state: 'decided', decision: declined() }),
    ])
    expect((await readOne()).state).toBe('closed')
  }
  const other = await placeSentOrder(server, customer.accountId)
  const { complaintId } = await report(customer, other)
  await feed(complaintId, { version: 1, state: 'decided', decision: declined() })
  const answers = await Promise.all([1, 2, 3].map(() => write(complaintId, { reopens: true })))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
})

test('NX-153 a process that dies at any step stores a change with its message or neither; every revision arrives in order', async () => {
  const quiet = await testServer({ config: { retailer: retailer.settings }, work: false })
  const { accountId } = await quiet.customer()
  const code = await placeSentOrder(quiet, accountId)
  const complaintId = randomUUID()
  const body = { ...reportForTests(code), attachmentIds: [] }
  const added = { messageId: randomUUID(), text: 'One more thing.', attachmentIds: [] }
  const { db } = quiet.ctx
  const readRevision = async () =>
    (await db.selectFrom('complaints').select('revision').executeTakeFirst())?.revision ?? 0
  const countMessages = async () => (await db.selectFrom('retailer_outbox').select('seq').execute()).length
  const changes = [
    (ctx: TestServer['ctx']) => submitComplaint(ctx, accountId, complaintId, body),
    (ctx: TestServer['ctx']) => addMessage(ctx, accountId, complaintId, added),
    (ctx: TestServer['ctx']) => closeComplaint(ctx, accountId, complaintId),
  ]
  for (const [index, apply] of changes.entries()) {
    let steps = 0
    for (; (await readRevision()) === index; steps++) {
      await apply(crashAfter(quiet.ctx, steps).ctx).catch(() => {})
      expect(await countMessages()).toBe(await readRevision())
    }
    expect(steps).toBeGreaterThan(1)
    // Sent again after the crash, it changes nothing.
    await apply(quiet.ctx)
    expect(await readRevision()).toBe(index + 1)
    let runs = 0
    for (let isDone = false; !isDone; runs++) {
      const { ctx, hasCrashed } = crashAfter(quiet.ctx, runs)
      isDone = await sendDueMessages(ctx).then(
        () => !hasCrashed(),
        () => false,
      )
      quiet.clock.advance(AFTER_LEASE_MS)
    }
  }
  // The other server may be sending messages of earlier tests.
  const received = retailer.received.filter(({ params }) => params.complaintId === complaintId)
  const revisions = received.map(({ body: sent }) => (sent as { revision: number }).revision)
  expect([...new Set(revisions)]).toEqual([1, 2, 3])
  expect(revisions).toEqual(revisions.toSorted((a, b) => a - b))
  expect(received.at(-1)).toMatchObject({
    body: { isClosed: true, messages: [{ id: added.messageId }] },
  })
  await quiet.close()
})
