import type { Socket } from 'node:net'
import { startUnreliableProxy } from '#server/testing/unreliable-proxy.ts'
import { type Moment, splitMessages, TransactionWatch } from './statements.ts'

export interface StatementProxy {
  url: string
  /** Holds the first connection on which the moment comes; resolves then. */
  hold(moment: Moment): Promise<void>
  /** Forwards what was held, and ends the search for a moment. */
  release(): void
  /** Closes all connections: what was held never arrives. */
  disconnect(): void
  close(): void
}

/** Starts a proxy before PostgreSQL that holds a connection at a moment. */
export async function startStatementProxy(target: URL): Promise<StatementProxy> {
  const connections = new Set<Connection>()
  let requestedMoment: Moment | null = null
  let onReached: () => void = () => undefined
  /** Claims the moment, so that only one connection is held. */
  const claimMoment = (watch: TransactionWatch): Moment['side'] | null => {
    if (!requestedMoment || !watch.isAt(requestedMoment)) return null
    const { side } = requestedMoment
    requestedMoment = null
    return side
  }
  const proxy = await startUnreliableProxy(target, (client, database) => {
    const connection = new Connection(client, database, claimMoment, () => onReached())
    connections.add(connection)
    client.on('close', () => connections.delete(connection))
  })
  return {
    url: proxy.url,
    hold(moment) {
      const { promise, resolve } = Promise.withResolvers<void>()
      requestedMoment = moment
      onReached = resolve
      return promise
    },
    release() {
      requestedMoment = null
      for (const connection of connections) connection.release()
    },
    disconnect() {
      requestedMoment = null
      proxy.refuse(0)
    },
    close: proxy.close,
  }
}

/** One connection of a process to the database, which are forwarded message by message. */
class Connection {
  readonly #client: Socket
  readonly #database: Socket
  readonly #watch = new TransactionWatch()
  #held: Moment['side'] | null = null
  /** Held messages of the process. */
  #requests: Buffer[] = []
  /** Held answers of the database. */
  #answers: Buffer = Buffer.alloc(0)

  constructor(
    client: Socket,
    database: Socket,
    claimMoment: (watch: TransactionWatch) => Moment['side'] | null,
    onReached: () => void,
  ) {
    this.#client = client
    this.#database = database
    // Messages are written one by one, and each would wait for the acknowledgement of the one before.
    for (const socket of [client, database]) socket.setNoDelay(true)
    let rest: Buffer = Buffer.alloc(0)
    let isStarted = false
    client.on('data', (chunk: Buffer) => {
      const { messages, rest: left } = splitMessages(Buffer.concat([rest, chunk]), isStarted)
      rest = left
      for (const message of messages) {
        if (isStarted) this.#watch.observe(message)
        isStarted = true
        if (!this.#held) {
          this.#held = claimMoment(this.#watch)
          if (this.#held === 'before') onReached()
        }
        if (this.#held === 'before') this.#requests.push(message)
        else database.write(message)
      }
    })
    database.on('data', (chunk: Buffer) => {
      if (this.#held !== 'after') return void client.write(chunk)
      this.#answers = Buffer.concat([this.#answers, chunk])
      if (splitMessages(this.#answers, true).messages.some(message => message[0] === READY_FOR_QUERY))
        onReached()
    })
  }

  release(): void {
    this.#held = null
    for (const message of this.#requests.splice(0)) this.#database.write(message)
    if (this.#answers.length > 0) this.#client.write(this.#answers)
    this.#answers = Buffer.alloc(0)
  }
}

/** 'Z': the answer to a statement is complete, and a commit durable. */
const READY_FOR_QUERY = 0x5a
