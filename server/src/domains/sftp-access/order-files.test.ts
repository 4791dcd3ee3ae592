import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { promisify } from 'node:util'
import { beforeEach, describe, expect, test } from 'vitest'
import { getCallbackEvents } from '#contract/callbacks.ts'
import { patchCustomer } from '#contract/customers.ts'
import { SERVICES } from '#contract/endpoint.ts'
import { ORDER_FILE_MAX_BYTES, orderFile } from '#contract/order-files.ts'
import { ORDER_FILE_REFUSALS, placeOrderFile } from '#contract/retailer-calls/order-files.ts'
import { createSftpPassword } from '#contract/sftp-access.ts'
import { insertRows, listColumns } from '../../platform/db/rows.ts'
import type { Client } from '../../testing/client.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { crashAfter } from '../../testing/crash-after.ts'
import { testServer } from '../../testing/harness.ts'
import { orderForTests } from '../../testing/retailer-orders.ts'
import { startRetailerServer } from '../../testing/retailer-server.ts'
import { isProof } from '../../testing/sample.ts'
import { storeAddress } from '../callbacks/callbacks.testing.ts'
import { upsertOrder } from '../orders/orders.ts'
import { AFTER_LEASE_MS, sendDueMessages } from '../retailer-outbox/retailer-outbox.testing.ts'
import { startSftpServer } from './connection/sftp-server.ts'
import { deleteExpiredFiles, startUpload } from './order-files/order-files.ts'
import { connectSftp, getStatus, type TestSftp } from './sftp-access.testing.ts'

const [OK, NO_SUCH_FILE, PERMISSION_DENIED, FAILURE] = [0, 2, 3, 4]
const DAY = 86_400_000

let business: Client
let password: string
let product: string
const opened: TestSftp[] = []
const retailer = closeAfterAll(await startRetailerServer())
const server = closeAfterAll(
  await testServer({
    config: { sftp: { port: 0 }, rateLimits: false, retailer: retailer.settings },
  }),
)
const door = closeAfterAll(await startSftpServer(server.ctx))
beforeEach(async () => {
  await Promise.all(opened.splice(0).map(session => session.close()))
  retailer.received.length = 0
  retailer.on(placeOrderFile, () => ({ answer: { orderCodes: ['P-1', 'P-2'] } }))
  business = await server.customer({ business: true })
  password = (await business.call(createSftpPassword)).password
  product = await addProduct(business)
})

async function addProduct({ accountId }: Client): Promise<string> {
  const code = `F-${randomUUID().slice(0, 8)}`
  const products = [{ code: `${code}-1`, article: 'STUDIO-PACK', title: 'Studio pack' }]
  await upsertOrder(server.ctx, code, orderForTests(accountId, server.clock.now(), { products }))
  return `${code}-1`
}
async function open(): Promise<TestSftp> {
  const session = await connectSftp(door.port, business.accountId, password)
  opened.push(session)
  return session
}
const createOrder = (reference: string, more: object = {}) =>
  JSON.stringify({ reference, products: [{ code: product, copies: 2 }], ...more })

/** Sends a file; the status of the first request that is refused. */
async function put({ sftp }: TestSftp, path: string, content: string | Buffer, flags = 'w'): Promise<number> {
  let handle: Buffer | undefined
  const status = await getStatus(done =>
    sftp.open(path, flags as 'w', (error, result) => {
      handle = result
      done(error)
    }),
  )
  if (status !== OK || !handle) return status
  const bytes = Buffer.from(content)
  const written = await getStatus(done => sftp.write(handle!, bytes, 0, bytes.length, 0, done))
  const closed = await getStatus(done => sftp.close(handle!, done))
  return written || closed
}
/** Asks for bytes in one request, which the client would divide otherwise; returns how many are answered. */
async function readOnce({ sftp }: TestSftp, path: string, length: number): Promise<number> {
  Object.assign(sftp, { _maxReadLen: length })
  const handle = await promisify(sftp.open.bind(sftp) as typeof sftp.open)(path, 'r')
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  sftp.read(handle, Buffer.alloc(length), 0, length, 0, (error, count) =>
    error ? reject(error) : resolve(count),
  )
  return promise
}
const readText = async (session: TestSftp, path: string) => (await session.get(path)).toString()
/** A text without its first line, which is translated. */
const readLines = async (session: TestSftp, path: string) =>
  (await readText(session, path)).split('\r\n').slice(1, -1)
const calls = () => retailer.received.map(({ body }) => body as { reference: string })

describe('AA-108 an order file', () => {
  test('becomes an order at the retailer, whose code is in the result file', async () => {
    const session = await open()
    expect(await session.list('/')).toEqual(['invoices', 'orders', 'products'])
    expect(await put(session, '/orders/2026-11-23_A-1.json', createOrder('A-1'))).toBe(OK)
    await server.idle()
    expect(retailer.received).toMatchObject([
      {
        call: 'PUT /orderFiles/:requestId',
        body: {
          accountId: business.accountId,
          reference: 'A-1',
          products: [{ code: product, orderCode: product.slice(0, -2), copies: 2 }],
        },
      },
    ])
    expect(await session.list('/orders')).toEqual(['2026-11-23_A-1.json', '2026-11-23_A-1.json.ordered.txt'])
    expect(await readText(session, '/orders/2026-11-23_A-1.json')).toBe(createOrder('A-1'))
    expect(await readLines(session, '/orders/2026-11-23_A-1.json.ordered.txt')).toEqual(['P-1', 'P-2'])
    const [sent] = await session.entries('/orders')
    expect(sent!.attrs.size).toBe(createOrder('A-1').length)
  })

  test('NX-353 its result is a callback: order-file.accepted or order-file.refused', async () => {
    await business.call(patchCustomer, { body: { ftp: { callbackUrl: 'https://erp.example/' } } })
    // Refused without a connection; the log has what would be sent.
    await storeAddress(server.ctx, business.accountId, 'https://127.0.0.1/')
    const session = await open()
    await put(session, '/orders/bad.json', '{"reference":"B-1"}')
    await put(session, '/orders/good.json', createOrder('C-1'))
    await server.idle()
    await put(session, '/orders/again.json', createOrder('C-1'))
    const removed = Promise.withResolvers<void>()
    retailer.on(placeOrderFile, () => response => {
      void removed.promise.then(() =>
        response
          .writeHead(409, { 'content-type': 'application/json' })
          .end(JSON.stringify({ reason: 'cancelled' })),
      )
    })
    await put(session, '/orders/gone.json', createOrder('C-2'))
    expect(await getStatus(done => session.sftp.unlink('/orders/gone.json', done))).toBe(OK)
    removed.resolve()
    await server.idle()
    const { events } = await business.call(getCallbackEvents)
    const { accountId: customer } = business
    const received = events
      .filter(({ deliveries }) => deliveries.length > 0)
      .map(({ type, data }) => ({ type, data }))
    expect(received).toHaveLength(4)
    expect(received).toEqual(
      expect.arrayContaining([
        {
          type: 'order-file.refused',
          data: {
            customer,
            fileName: 'bad.json',
            reference: null,
            problems: await readLines(session, '/orders/bad.json.error.txt'),
          },
        },
        {
          type: 'order-file.accepted',
          data: { customer, fileName: 'good.json', reference: 'C-1', orderCodes: ['P-1', 'P-2'] },
        },
        {
          type: 'order-file.accepted',
          data: { customer, fileName: 'again.json', reference: 'C-1', orderCodes: ['P-1', 'P-2'] },
        },
        {
          type: 'order-file.refused',
          data: { customer, fileName: null, reference: 'C-2', problems: ['order: cancelled'] },
        },
      ]),
    )
  })

  test('may be sent under another name first, and is an order once it is renamed', async () => {
    const session = await open()
    await put(session, '/orders/A-2.json.part', createOrder('A-2'))
    await server.idle()
    expect(calls()).toEqual([])
    const rename = (from: string, to: string) => getStatus(done => session.sftp.rename(from, to, done))
    expect(await rename('/orders/A-2.json.part', '/orders/A-2.json')).toBe(OK)
    await server.idle()
    expect(calls()).toMatchObject([{ reference: 'A-2' }])
    expect(await rename('/orders/A-2.json.part', '/orders/x.json')).toBe(NO_SUCH_FILE)
    await put(session, '/orders/y.part', 'y')
    expect(await rename('/orders/y.part', '/orders/A-2.json')).toBe(FAILURE)
    expect(await rename('/orders/y.part', '/invoices/y.json')).toBe(PERMISSION_DENIED)
  })

  test('that is sent twice is one order, under any name; other content under its reference is refused', async () => {
    const session = await open()
    for (const name of ['a.json', 'a.json', 'b.json'])
      await put(session, `/orders/${name}`, createOrder('A-3'))
    await server.idle()
    await put(session, '/orders/c.json', createOrder('A-3'))
    await put(session, '/orders/d.json', createOrder('A-3', { products: [{ code: product, copies: 3 }] }))
    await server.idle()
    expect(calls()).toHaveLength(1)
    expect(await readLines(session, '/orders/c.json.ordered.txt')).toEqual(['P-1', 'P-2'])
    expect(await readLines(session, '/orders/d.json.error.txt')).toEqual(['reference: conflict'])
  })

  test('that arrives twice at the same moment is one order; other content with its reference names it and is refused', async () => {
    const sessions = await Promise.all([open(), open()])
    const other = (reference: string) => createOrder(reference, { products: [{ code: product, copies: 3 }] })
    for (let round = 0; round < 8; round++) {
      const [same, different] = [`S-${round}`, `T-${round}`]
      const statuses = await Promise.all([
        ...sessions.map((session, i) => put(session, `/orders/${same}-${i}.json`, createOrder(same))),
        ...sessions.map((session, i) =>
          put(session, `/orders/${different}-${i}.json`, i === 0 ? createOrder(different) : other(different)),
        ),
      ])
      expect(statuses).toEqual([OK, OK, OK, OK])
      await server.idle()
      const [session] = sessions
      const names = (await session!.list('/orders')).filter(name => name.endsWith('.txt'))
      expect(names.filter(name => name.startsWith(same))).toEqual(
        [0, 1].map(i => `${same}-${i}.json.ordered.txt`),
      )
      const results = names.filter(name => name.startsWith(different))
      const refused = results.filter(name => name.endsWith('.error.txt'))
      expect([results.length, refused.length]).toEqual([2, 1])
      expect(await readLines(session!, `/orders/${refused[0]}`)).toEqual(['reference: conflict'])
      expect(calls().filter(({ reference }) => reference === same)).toHaveLength(1)
      expect(calls().filter(({ reference }) => reference === different)).toHaveLength(1)
    }
  })

  test.each([
    ['no JSON', () => 'reference;A', ['file: not-valid']],
    ['no UTF-8', () => Buffer.from([0x22, 0xff, 0x22]), ['file: not-valid']],
    ['nothing', () => '', ['file: not-valid']],
    [
      'several issues',
      () => '{"products":[{"code":"x","copies":0}],"rush":true}',
      ['reference: missing', 'products.0.copies: too-small', 'rush: unknown'],
    ],
    [
      'a product that nobody has ordered',
      () => createOrder('B', { products: [{ code: 'K-0-1' }] }),
      ['products.0.code: unknown'],
    ],
  ])('with %s is answered with all its issues, and nothing is ordered', async (_name, content, lines) => {
    const session = await open()
    expect(await put(session, '/orders/wrong.json', content())).toBe(OK)
    await server.idle()
    expect(await session.list('/orders')).toEqual(['wrong.json', 'wrong.json.error.txt'])
    expect((await readLines(session, '/orders/wrong.json.error.txt')).sort()).toEqual(lines.toSorted())
    expect(calls()).toEqual([])
    expect(await put(session, '/orders/wrong.json', createOrder(randomUUID()))).toBe(OK)
    await server.idle()
    expect(await session.list('/orders')).toEqual(['wrong.json', 'wrong.json.ordered.txt'])
  })

  test('is described by a public JSON schema', async () => {
    const answer = await fetch(`${server.origin}${SERVICES.sftpAccess}/order-file.schema.json`)
    expect(answer.headers.get('content-type')).toContain('application/schema+json')
    const schema = await answer.json()
    expect(Object.keys(schema.properties)).toEqual(['reference', 'products', 'deliveryAddress'])
    expect(schema.required).toEqual(['reference', 'products'])
    expect(schema.examples.map((example: unknown) => orderFile.safeParse(example).success)).toEqual([
      true,
      true,
    ])
  })

  test('names products of the own account only', async () => {
    const foreign = await addProduct(await server.customer({ business: true }))
    const session = await open()
    await put(
      session,
      '/orders/a.json',
      createOrder('C-1', { products: [{ code: product }, { code: foreign }] }),
    )
    await server.idle()
    expect(await readLines(session, '/orders/a.json.error.txt')).toEqual(['products.1.code: unknown'])
    expect(calls()).toEqual([])
  })

  test('that the retailer refuses says why, and may be sent again', async () => {
    const session = await open()
    for (const reason of ORDER_FILE_REFUSALS) {
      retailer.on(placeOrderFile, () => ({ status: 409, body: { reason } }))
      await put(session, '/orders/a.json', createOrder('D-1'))
      await server.idle()
      expect(await readLines(session, '/orders/a.json.error.txt')).toEqual([`order: ${reason}`])
    }
    retailer.on(placeOrderFile, () => ({ answer: { orderCodes: ['P-9'] } }))
    await put(session, '/orders/a.json', createOrder('D-1', { products: [{ code: product }] }))
    await server.idle()
    expect(await readLines(session, '/orders/a.json.ordered.txt')).toEqual(['P-9'])
  })

  test('waits for a retailer that does not answer, and keeps its id', async () => {
    const quiet = await testServer({
      work: false,
      config: { sftp: { port: 0 }, retailer: retailer.settings },
    })
    const customer = await quiet.customer({ business: true })
    const code = `W-${randomUUID().slice(0, 8)}`
    const products = [{ code: `${code}-1`, article: 'STUDIO-PACK', title: 'Studio pack' }]
    const order = orderForTests(customer.accountId, quiet.clock.now(), { products })
    await upsertOrder(quiet.ctx, code, order)
    const file = Buffer.from(JSON.stringify({ reference: 'W', products: [{ code: `${code}-1` }] }))
    const send = async (ctx = quiet.ctx) => {
      const options = { mustBeNew: false, truncates: true, appends: false, mayCreate: true }
      const upload = await startUpload(ctx, customer.accountId, 'w.json', options)
      upload.write(0, file)
      await upload.complete()
    }
    // A process may die at any step of receiving it: the client sends it again.
    for (let steps = 0; ; steps++) {
      const { ctx, hasCrashed } = crashAfter(quiet.ctx, steps)
      await send(ctx).catch(() => undefined)
      if (!hasCrashed()) break
    }
    await send()
    const [row, ...more] = await quiet.ctx.db.selectFrom('file_orders').selectAll().execute()
    expect(more).toEqual([])
    retailer.on(placeOrderFile, () => ({ status: 503 }))
    await sendDueMessages(quiet.ctx)
    quiet.clock.advance(AFTER_LEASE_MS)
    retailer.on(placeOrderFile, () => ({ answer: { orderCodes: ['P-3'] } }))
    for (let steps = 0; ; steps++) {
      const { ctx, hasCrashed } = crashAfter(quiet.ctx, steps)
      await sendDueMessages(ctx).catch(() => undefined)
      quiet.clock.advance(AFTER_LEASE_MS)
      if (!hasCrashed()) break
    }
    const ids = new Set(retailer.received.map(({ params }) => params.requestId))
    expect([...ids]).toEqual([row!.request_id])
    const after = await quiet.ctx.db.selectFrom('file_orders').selectAll().execute()
    expect(after).toMatchObject([{ state: 'ordered', order_codes: ['P-3'] }])
    await quiet.close()
  })
})

describe('AA-108 sending order files', () => {
  test('an interrupted upload is not an order, and is resumed after a reconnect', async () => {
    const content = createOrder('E-1', { products: Array.from({ length: 60 }, () => ({ code: product })) })
    const half = Math.floor(content.length / 2)
    const first = await open()
    const handle = await promisify(first.sftp.open.bind(first.sftp))('/orders/e.json', 'w')
    await promisify(first.sftp.write.bind(first.sftp))(handle, Buffer.from(content), 0, half, 0)
    const ended = once(first.client, 'close')
    first.client.destroy()
    await ended
    opened.pop()
    const second = await open()
    await expect.poll(() => second.list('/orders')).toEqual(['e.json'])
    expect((await second.entries('/orders'))[0]!.attrs.size).toBe(half)
    await server.idle()
    expect(calls()).toEqual([])
    const rest = await promisify(second.sftp.open.bind(second.sftp))('/orders/e.json', 'r+')
    await promisify(second.sftp.write.bind(second.sftp))(
      rest,
      Buffer.from(content),
      half,
      content.length - half,
      half,
    )
    await promisify(second.sftp.close.bind(second.sftp))(rest)
    await server.idle()
    expect(calls()).toMatchObject([{ reference: 'E-1' }])
    expect(await readText(second, '/orders/e.json')).toBe(content)
  })

  test('a process that closes stores unfinished uploads', async () => {
    const closing = await startSftpServer(server.ctx)
    const { sftp } = await connectSftp(closing.port, business.accountId, password)
    const handle = await promisify(sftp.open.bind(sftp))('/orders/f.json', 'w')
    await promisify(sftp.write.bind(sftp))(handle, Buffer.from('{"ref'), 0, 5, 0)
    await closing.close()
    const session = await open()
    expect(await readText(session, '/orders/f.json')).toBe('{"ref')
    expect(await session.list('/orders')).toEqual(['f.json'])
  })

  test('names that some system could not store, and paths outside of the folder, are refused', async () => {
    const session = await open()
    for (const path of [
      '/orders/../invoices/x.json',
      '/x.json',
      '/orders/a/b.json',
      '/orders/.hidden.json',
      '/orders/a\\b.json',
      '/orders/a:b.json',
      '/orders/a\u0001.json',
      '/orders/a\u202e.json',
      `/orders/${'x'.repeat(200)}.json`,
      '/orders/a.json.error.txt',
      '/orders/a.json.ordered.txt',
      '/orders/dot.',
      '/orders',
    ])
      expect([path, await put(session, path, createOrder('G'))]).toEqual([path, PERMISSION_DENIED])
    expect(await session.list('/orders')).toEqual([])
  })

  test.runIf(isProof)('size and number are limited; names in other spellings are one file', async () => {
    const session = await open()
    expect(await put(session, '/orders/large.part', Buffer.alloc(ORDER_FILE_MAX_BYTES + 1))).toBe(FAILURE)
    expect(await put(session, '/orders/largest.part', Buffer.alloc(ORDER_FILE_MAX_BYTES, 'a'))).toBe(OK)
    expect(await session.get('/orders/largest.part')).toHaveLength(ORDER_FILE_MAX_BYTES)
    expect(await readOnce(session, '/orders/largest.part', 200_000)).toBe(64 * 1024)
    await put(session, '/orders/Köln.part', 'a')
    await put(session, '/orders/Ko\u0308ln.part', 'b')
    expect(await session.list('/orders')).toContain('Köln.part')
    const row = {
      account_id: business.accountId,
      content: Buffer.from('x'),
      is_complete: true,
      modified_at: server.clock.now(),
    }
    const names = Array.from({ length: 200 }, (_, i) => `${i}.part`)
    await insertRows(
      server.ctx.db,
      'order_files',
      names.map(name => ({ ...row, name })),
    )
    expect(await put(session, '/orders/one-more.part', 'x')).toBe(FAILURE)
  })

  test('files are removed by their client with the result, and after their time; the order stays', async () => {
    const session = await open()
    const remove = (path: string) => getStatus(done => session.sftp.unlink(path, done))
    await put(session, '/orders/a.json', createOrder('H-1'))
    await server.idle()
    expect(await remove('/orders/a.json.ordered.txt')).toBe(OK)
    expect(await session.list('/orders')).toEqual([])
    expect(await remove('/orders/a.json')).toBe(NO_SUCH_FILE)
    expect(await remove('/invoices')).toBe(PERMISSION_DENIED)
    await put(session, '/orders/b.json', createOrder('H-1'))
    await server.idle()
    expect(calls()).toHaveLength(1)
    const options = { mustBeNew: true, truncates: false, appends: false, mayCreate: true }
    await (await startUpload(server.ctx, business.accountId, 'partial.json', options)).interrupt()
    server.clock.advance(4 * DAY)
    await deleteExpiredFiles(server.ctx)
    const names = async () =>
      (await listColumns(server.ctx.db, 'order_files', { account_id: business.accountId }, ['name'])).map(
        ({ name }) => name,
      )
    expect(await names()).toEqual(['b.json'])
    server.clock.advance(27 * DAY)
    await deleteExpiredFiles(server.ctx)
    expect(await names()).toEqual([])
  })

  test('clients may set time and rights of what they send, and nothing else is changed', async () => {
    const session = await open()
    await put(session, '/orders/a.part', 'x')
    const { sftp } = session
    expect(await getStatus(done => sftp.utimes('/orders/a.part', 1, 1, done))).toBe(OK)
    expect(await getStatus(done => sftp.mkdir('/orders/sub', done))).toBe(PERMISSION_DENIED)
    expect(await getStatus(done => sftp.rmdir('/orders', done))).toBe(PERMISSION_DENIED)
    expect(await getStatus(done => sftp.symlink('/etc/passwd', '/orders/a.json', done))).toBe(
      PERMISSION_DENIED,
    )
    expect(await getStatus(done => sftp.setstat('/invoices', { mode: 0o777 }, done))).toBe(PERMISSION_DENIED)
  })
})
