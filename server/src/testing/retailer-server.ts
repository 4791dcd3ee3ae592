import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { RetailerAnswer, RetailerCall } from '#contract/retailer-calls/retailer-call.ts'
import { RETAILER_TIMEOUT_MS, type RetailerSettings } from '../platform/retailer/retailer.ts'

const TOKEN = 'the-token-that-the-retailer-requires'

/** The reply to a call: the content, a status with any body, or a function that answers by itself. */
type Reply<C extends RetailerCall> =
  | { answer: RetailerAnswer<C> }
  | { status: number; body?: unknown; headers?: Record<string, string> }
  | ((response: ServerResponse, request: IncomingMessage) => void)

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

/**
 * Starts a retailer on a free port. Requests without the token, unknown ones and those that the contract does not
 * allow are answered with 401, 404 and 400.
 */
export async function startRetailerServer(): Promise<RetailerServer> {
  const replies = new Map<RetailerCall, (received: ReceivedCall) => Reply<RetailerCall>>()
  const received: ReceivedCall[] = []
  const server = createServer(async (request, response) => {
    if (request.headers.authorization !== `Bearer ${TOKEN}`) return void response.writeHead(401).end()
    const matchingCall = [...replies.keys()]
      .map(call => ({ call, params: parseParams(call, request) }))
      .find(({ params }) => params)
    if (!matchingCall?.params) return void response.writeHead(404).end()
    const { call, params } = matchingCall
    const body = call.method === 'GET' ? undefined : await readBody(request)
    if (!call.params.safeParse(params).success && Object.keys(params).length > 0)
      return void response.writeHead(400).end()
    if (!call.body.safeParse(body).success) return void response.writeHead(400).end()
    const receivedCall = { call: `${call.method} ${call.path}`, params, body }
    received.push(receivedCall)
    const reply = replies.get(call)!(receivedCall)
    if (typeof reply === 'function') return reply(response, request)
    const status = 'answer' in reply ? call.status : reply.status
    const content = 'answer' in reply ? call.answer.parse(reply.answer) : reply.body
    response.writeHead(status, {
      'content-type': 'application/json',
      ...('headers' in reply ? reply.headers : {}),
    })
    response.end(typeof content === 'string' ? content : JSON.stringify(content))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/keepsake`
  return {
    settings: { url, token: TOKEN, timeoutMs: RETAILER_TIMEOUT_MS },
    received,
    on: (call, reply) => void replies.set(call, reply as never),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Reads the parameters in the path of a request of this call; undefined for another call. */
function parseParams(
  { method, path }: RetailerCall,
  request: IncomingMessage,
): Record<string, string> | undefined {
  const pattern = new RegExp(`^/keepsake${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`)
  const match = method === request.method ? pattern.exec(request.url ?? '') : null
  if (!match) return undefined
  return Object.fromEntries(
    Object.entries(match.groups ?? {}).map(([name, text]) => [name, decodeURIComponent(text)]),
  )
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString()
  return text === '' ? undefined : JSON.parse(text)
}
