import { randomUUID } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { beforeEach } from 'vitest'
import { patchCustomer } from '#contract/customers.ts'
import { type Context, change } from '../../context.ts'
import { updateRows } from '../../platform/db/rows.ts'
import { createOutbound } from '../../platform/outbound/outbound.ts'
import type { Client } from '../../testing/client.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { type TestServer, testServer } from '../../testing/harness.ts'
import { listenLocally } from '../../testing/listen-locally.ts'
import { orderForTests } from '../../testing/retailer-orders.ts'
import { setCustomerDetails } from '../customers/store/details.ts'
import { upsertOrder } from '../orders/orders.ts'
import { deliverCallbacks } from './job-kinds.ts'

export interface ReceivedCallback {
  path: string
  method: string
  headers: IncomingHttpHeaders
  body: string
  /** Milliseconds of performance.now(). */
  at: number
}

export interface CallbackReceiver {
  origin: string
  received: ReceivedCallback[]
  /** Sets how later callbacks are answered; the default is 200. */
  answer: (reply: (response: ServerResponse, callback: ReceivedCallback) => void) => void
  close(): Promise<void>
}

/** Starts an HTTP server on this machine that records the callbacks it receives. */
export async function startReceiver(): Promise<CallbackReceiver> {
  const received: ReceivedCallback[] = []
  let reply = (response: ServerResponse, _callback: ReceivedCallback): void =>
    void response.end('{"received":true}')
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const { url = '', method = '', headers } = request
    const callback = { path: url, method, headers, body, at: performance.now() }
    received.push(callback)
    reply(response, callback)
  })
  const { origin, close } = await listenLocally(server)
  return {
    ...{ origin, received, close },
    answer: other => {
      reply = other
    },
  }
}

/** Stores an address that is refused when it is saved, such as one of an origin that is no longer allowed. */
export const storeAddress = (ctx: Context, accountId: string, callbackUrl: string): Promise<unknown> =>
  change(ctx, tx => setCustomerDetails(tx, accountId, { callback_url: callbackUrl }))

/** Delivers the events that are due by the test's clock. */
export async function deliverDue({ ctx, idle }: TestServer): Promise<void> {
  await change(ctx, tx => ctx.jobs.send(tx, deliverCallbacks, [{}]))
  await idle()
}

/** Starts a server for the tests of a file, whose callbacks a receiver gets; before each test it is empty and answers 200. */
export async function startCallbackServer({ timeoutMs = 3000, random = Math.random } = {}) {
  const receiver = closeAfterAll(await startReceiver())
  const outbound = closeAfterAll(createOutbound({ allowedOrigins: [receiver.origin], timeoutMs }))
  const server = closeAfterAll(await testServer({ outbound, config: { rateLimits: false }, random }))
  beforeEach(() => {
    receiver.received.length = 0
    receiver.answer(response => response.end('{"received":true}'))
  })
  return {
    ...{ receiver, outbound, server },
    answerWith: (code: number) => receiver.answer(response => response.writeHead(code).end()),
    /** Saves the address of the record, that of the receiver by default. */
    saveAddress: (
      customer: Client,
      callbackUrl = `${receiver.origin}/erp`,
      callbackFormat: 'JSON' | 'XML' = 'JSON',
    ) => customer.call(patchCustomer, { body: { ftp: { callbackUrl, callbackFormat } } }),
    /** Sends the first version of an order; returns its code. */
    async changeOrder({ accountId }: Client, code = `K-${randomUUID()}`): Promise<string> {
      await upsertOrder(server.ctx, code, orderForTests(accountId, server.clock.now()))
      return code
    },
    setStatus: ({ accountId }: Client, business_status: 'Active' | 'Blocked') =>
      updateRows(server.ctx.db, 'customers', { account_id: accountId }, { business_status }),
  }
}
