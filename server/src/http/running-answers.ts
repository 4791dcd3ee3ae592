import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Lists the answers of a connection that have not left it yet; several where requests are pipelined. */
export type RunningAnswers = (socket: Socket) => readonly ServerResponse[]

/** Tracks the answers of a server. Looks at them when asked, because a listener for the end of each would cost more. */
export function trackRunningAnswers(server: Server): RunningAnswers {
  const answers = new WeakMap<Socket, ServerResponse[]>()
  const list = (socket: Socket) => answers.get(socket)?.filter(({ closed }) => !closed) ?? []
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const earlier = answers.get(socket)
    if (earlier === undefined || earlier.every(({ closed }) => closed)) answers.set(socket, [response])
    else answers.set(socket, [...list(socket), response])
  })
  return list
}
