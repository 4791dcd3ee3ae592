import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createCheckoutTicket } from '#contract/checkout-tickets.ts'
import { addComplaintMessage } from '#contract/complaints.ts'
import { sendComplaint } from '#contract/retailer-calls/complaints.ts'
import { putWithdrawal } from '#contract/retailer-calls/withdrawals.ts'
import { domains } from './app.ts'
import { eraseAccount } from './domains/closures/erase-account.ts'
import {
  callAsService,
  placeSentOrder,
  report,
  SERVICE_TOKEN,
} from './domains/complaints/complaints.testing.ts'
import { sendDueMessages } from './domains/retailer-outbox/retailer-outbox.testing.ts'
import { frame, withdraw } from './domains/withdrawals/withdrawals.testing.ts'
import { createRecordingLog } from './platform/log/recording-log.testing.ts'
import type { Client } from './testing/client.ts'
import { closeAfterAll } from './testing/close-after-all.ts'
import { testServer } from './testing/harness.ts'
import { listFilesNaming, listTablesNaming } from './testing/marker-words.ts'
import { startRetailerServer } from './testing/retailer-server.ts'

const { log, output } = createRecordingLog('debug')
const retailer = closeAfterAll(await startRetailerServer())
const server = closeAfterAll(
  await testServer({
    config: { serviceTokens: [{ name: 'care', token: SERVICE_TOKEN }], retailer: retailer.settings },
    log,
  }),
)

/** A word that occurs nowhere else. */
const createWord = () => `word${randomUUID().slice(0, 13)}`

const photoWith = (word: string) =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#a04020' } })
    .jpeg()
    .withExif({ IFD0: { Make: word, ImageDescription: word } })
    .toBuffer()

test('NX-156 acceptance 14: of help with an order no word is left in database, blobs and logs; an undelivered withdrawal is delivered first', async () => {
  const customer = await server.customer()
  const words = {
    report: createWord(),
    message: createWord(),
    photo: createWord(),
    care: createWord(),
    decision: createWord(),
    product: createWord(),
    name: createWord(),
    email: createWord(),
    retailer: createWord(),
  }
  retailer.on(sendComplaint, () => ({ status: 409, body: { reason: words.retailer } }))
  retailer.on(putWithdrawal, () => ({ status: 503, body: { reason: words.retailer } }))
  const { orderCode, frameCode } = await placeOrder(customer, words.product)
  await complain(customer, orderCode, words)
  await withdraw(customer, {
    orderCode,
    productCodes: [frameCode],
    name: words.name,
    email: `${words.email}@keepsake.test`,
  })
  const { ticket } = await customer.call(createCheckoutTicket)
  await server.idle()
  await sendDueMessages(server.ctx)
  const all = [...Object.values(words), ticket]
  expect((await listTablesNaming(server.ctx, all)).map(found => found.split(' ')[0])).toEqual(
    expect.arrayContaining(['complaints', 'complaint_messages', 'withdrawals', 'orders']),
  )

  await eraseAccount(server.ctx, domains, {
    accountId: customer.accountId,
    by: 'test',
    rule: 'customer-care',
  })
  await server.idle()
  const readTables = async () => {
    // The queue deletes completed jobs within an hour.
    await sql`delete from pgboss.job where state = 'completed'`.execute(server.ctx.db)
    return [...new Set((await listTablesNaming(server.ctx, all)).map(found => found.split(' ')[0]))]
  }
  expect(await readTables()).toEqual(['withdrawals'])
  retailer.received.length = 0
  retailer.on(putWithdrawal, ({ params }) => ({ answer: { withdrawalId: params.withdrawalId! } }))
  server.clock.advance(3_600_000)
  await sendDueMessages(server.ctx)
  expect(retailer.received).toMatchObject([{ body: { name: words.name } }])
  await server.idle()
  expect(await readTables()).toEqual([])
  expect(await listFilesNaming(server.ctx, [...all, customer.accountId])).toEqual([])
  expect(all.filter(word => output().includes(word))).toEqual([])
})

/** Places an order of which one product can be withdrawn from and another one is damaged. */
async function placeOrder({ accountId }: Client, word: string) {
  const oak = frame({ title: word })
  const code = `K-${randomUUID()}`
  const orderCode = await placeSentOrder(
    server,
    accountId,
    {
      products: [oak, { code: `${code}-1`, article: 'PRINT', title: word }],
      parcels: [
        {
          number: '1',
          carrier: 'Royal Mail',
          shippedAt: new Date(server.clock.now().getTime() - 86_400_000).toISOString(),
          productCodes: [oak.code, `${code}-1`],
        },
      ],
    },
    code,
  )
  return { orderCode, frameCode: oak.code }
}

/** Reports a problem with photos, is asked, answers, and gets a decision: each with a word in every text. */
async function complain(customer: Client, orderCode: string, words: Record<string, string>): Promise<void> {
  const complaintId = randomUUID()
  const attach = async () => {
    const metadata = { purpose: 'complaint', complaintId }
    return (await customer.upload(`${words.photo}.jpg`, await photoWith(words.photo!), metadata)).uploadId
  }
  const attachmentIds = [await attach()]
  await report(customer, orderCode, { text: `It is torn: ${words.report}`, attachmentIds }, complaintId)
  const at = server.clock.now().toISOString()
  const messages = [{ id: 'q1', at, text: words.care }]
  await feed({ version: 1, state: 'question', messages })
  await customer.call(addComplaintMessage, {
    params: { complaintId },
    body: { messageId: randomUUID(), text: words.message!, attachmentIds: [await attach()] },
  })
  // One that is not sent, and one that is not complete.
  await attach()
  const unfinished = await customer.createUpload(`${words.photo}-2.jpg`, 100, {
    purpose: 'complaint',
    complaintId,
  })
  await customer.patch(unfinished.headers.get('location')!, 0, Buffer.from(words.photo!))
  const decision = { at, outcome: 'declined', reason: words.decision }
  await feed({ version: 2, state: 'decided', messages, decision })

  async function feed(body: object) {
    expect((await callAsService(server, 'PUT', `complaints/${complaintId}`, body)).status).toBe(200)
  }
}
