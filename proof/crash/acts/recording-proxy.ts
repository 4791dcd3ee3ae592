import { createServer, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { listenLocally } from '#server/testing/listen-locally.ts'

/** A call that was passed on, and what came back; no status if nothing did. */
export interface PassedCall {
  path: string
  body: Record<string, unknown>
  status?: number
}

/** Passes calls on to a server that is ended and started again on other ports, and notes them in the order of their arrival. */
export async function startRecordingProxy() {
  const calls: PassedCall[] = []
  let target = ''
  const server = createServer(async (incoming, response) => {
    const { url: path = '', method, headers } = incoming
    const content = await buffer(incoming).catch(() => Buffer.alloc(0))
    const call: PassedCall = { path, body: content.length > 0 ? JSON.parse(content.toString()) : {} }
    calls.push(call)
    const outgoing = request(
      new URL(path, target),
      { method, headers: { ...headers, host: new URL(target).host } },
      async answer => {
        const text = await buffer(answer).catch(() => null)
        if (!text) return void response.destroy()
        call.status = answer.statusCode!
        response.writeHead(answer.statusCode!, answer.headers).end(text)
      },
    )
    outgoing.on('error', () => response.destroy())
    outgoing.end(content)
  })
  const { origin, close } = await listenLocally(server)
  return {
    ...{ origin, calls, close },
    setTarget(next: string) {
      target = next
    },
  }
}
