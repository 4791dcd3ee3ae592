import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { SERVICES } from '#contract/endpoint.ts'
import { verify } from '../harness/bench.ts'
import { type Flood, repeatInParallel } from './flood.ts'

const CONNECTIONS = 500
const BYTES = 20
const INTERVAL_MS = 100

/** Sends bodies byte by byte on 500 connections. */
export const floodWithSlowBodies: Flood = ({ origin, token }, signal, onAnswer) => {
  const { hostname, port, host } = new URL(origin)
  return repeatInParallel(CONNECTIONS, signal, async () => {
    const socket = connect(Number(port), hostname)
    const answered = once(socket, 'data')
    socket.write(
      `POST ${SERVICES.merchandise} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${BYTES}\r\nConnection: close\r\n\r\n`,
    )
    for (const byte of '{}'.padEnd(BYTES)) {
      socket.write(byte)
      await wait(INTERVAL_MS)
    }
    const [answer] = (await answered) as [Buffer]
    verify(answer.toString().startsWith('HTTP/1.1 400'), `a body without a query is refused: ${answer}`)
    socket.destroy()
    onAnswer()
  })
}
