import type { RetailerCall } from '#contract/retailer-calls/retailer-call.ts'
import { RETAILER_TIMEOUT_MS, type RetailerSettings } from '../platform/retailer/retailer.ts'
import { type Reply, startContractServer } from './contract-server.ts'

const TOKEN = 'the-token-that-the-retailer-requires'

export interface ReceivedCall {
  /** 'GET /reorders/:orderCode' */
  call: string
  params: Record<string, string>
  body: unknown
}

export interface RetailerServer {
  settings: RetailerSettings
  /** The valid calls in the sequence of their arrival. */
  received: ReceivedCall[]
  /** Sets the reply to a call from now on. */
  on<C extends RetailerCall>(call: C, reply: (received: ReceivedCall) => Reply<C>): void
  close(): Promise<void>
}

/** Starts a retailer on a free port. */
export async function startRetailerServer(): Promise<RetailerServer> {
  const received: ReceivedCall[] = []
  const { origin, on, close } = await startContractServer<RetailerCall>(
    TOKEN,
    ({ path }) => `/keepsake${path}`,
  )
  return {
    settings: { url: `${origin}/keepsake`, token: TOKEN, timeoutMs: RETAILER_TIMEOUT_MS },
    received,
    on: (call, reply) =>
      on(call, ({ params, json }) => {
        const receivedCall = {
          call: `${call.method} ${call.path}`,
          params: (params ?? {}) as Record<string, string>,
          body: json,
        }
        received.push(receivedCall)
        return reply(receivedCall)
      }),
    close,
  }
}
