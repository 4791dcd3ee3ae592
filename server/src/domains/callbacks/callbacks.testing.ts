import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { type Context, change } from '../../context.ts'
import type { TestServer } from '../../testing/harness.ts'
import { listenLocally } from '../../testing/listen-locally.ts'
import { setCustomerDetails } from '../customers/store/details.ts'
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
