import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { ZodType, z } from 'zod'
import { listenLocally } from './listen-locally.ts'

/** A call as the contract declares it, one of a client or one of Keepsake to the retailer. */
interface Declaration {
  method: string
  path: string
  params: ZodType
  query?: ZodType
  body: ZodType
  answer: ZodType
  status: number
  receivesFile?: readonly string[] | undefined
}

/** A call that the contract allows. */
export interface ContractCall<D extends Declaration> {
  params: z.output<D['params']>
  query: D['query'] extends ZodType ? z.output<D['query']> : undefined
  body: z.output<D['body']>
  /** The JSON of the body as it was sent. */
  json: unknown
  bytes: Buffer
}

/** The answer, a status with any body, or a function that answers by itself. */
export type Reply<D extends Declaration> =
  | { answer: z.output<D['answer']> }
  | { status: number; body?: unknown; headers?: Record<string, string> }
  | ((response: ServerResponse, request: IncomingMessage) => void)

export interface ContractServer<D extends Declaration> {
  origin: string
  /** Sets the reply to a call from now on. */
  on<C extends D>(declared: C, reply: (call: ContractCall<C>) => Reply<C> | Promise<Reply<C>>): void
  close(): Promise<void>
}

/**
 * Starts a stand-in for a system that answers calls of the contract, on a free port. Requests without the token, those that the
 * contract does not allow and those without a reply are answered with 401, 400 and 404. `intercept` answers requests of other kinds
 * and returns true.
 */
export async function startContractServer<D extends Declaration>(
  token: string,
  getPath: (declared: D) => string,
  intercept: (url: URL, response: ServerResponse) => boolean = () => false,
): Promise<ContractServer<D>> {
  const replies = new Map<D, (call: ContractCall<D>) => Reply<D> | Promise<Reply<D>>>()
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://localhost')
    if (intercept(url, response)) return
    if (request.headers.authorization !== `Bearer ${token}`) return void response.writeHead(401).end()
    for (const [declared, getReply] of replies) {
      const pattern = new RegExp(`^${getPath(declared).replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`)
      const match = declared.method === request.method ? pattern.exec(url.pathname) : null
      if (!match) continue
      const { receivesFile } = declared
      if (receivesFile && !receivesFile.includes(request.headers['content-type'] ?? ''))
        return void response.writeHead(415).end()
      const call = readCall(declared, match, url, await buffer(request))
      if (!call) return void response.writeHead(400).end()
      const reply = await getReply(call)
      if (typeof reply === 'function') return reply(response, request)
      const isAnswer = 'answer' in reply
      const content = isAnswer ? declared.answer.parse(reply.answer) : reply.body
      response.writeHead(isAnswer ? declared.status : reply.status, {
        'content-type': 'application/json',
        ...(!isAnswer && reply.headers),
      })
      return void response.end(typeof content === 'string' ? content : JSON.stringify(content))
    }
    response.writeHead(404).end()
  })
  const { origin, close } = await listenLocally(server)
  return { origin, close, on: (declared, reply) => void replies.set(declared, reply as never) }
}

/** Null for a call that the contract does not allow. */
function readCall<D extends Declaration>(
  declared: D,
  { groups }: RegExpExecArray,
  { searchParams }: URL,
  bytes: Buffer,
): ContractCall<D> | null {
  const texts = Object.entries(groups ?? {}).map(([name, text]) => [name, decodeURIComponent(text)])
  const json = declared.receivesFile || bytes.length === 0 ? undefined : JSON.parse(bytes.toString())
  const params = declared.params.safeParse(groups && Object.fromEntries(texts))
  const body = declared.body.safeParse(json)
  const query = declared.query?.safeParse(Object.fromEntries(searchParams))
  if (!params.success || !body.success) return null
  return { params: params.data, query: query?.data, body: body.data, json, bytes } as ContractCall<D>
}
