/** A point of a process's work: the commit of a transaction, or a statement outside of any. */
export interface Moment {
  /** Identifies the transaction or the statement. */
  statement: RegExp
  /** A text among its parameters. */
  parameter: string
  /** 'before': the database does not receive it. 'after': it is done, and its answer does not arrive. */
  side: 'before' | 'after'
}

/** Follows what a process sends on one connection to PostgreSQL: its statements and the transaction that is open. */
export class TransactionWatch {
  readonly #prepared = new Map<string, string>()
  #open: Statement[] | null = null
  /** Statements that take effect with the last message: those that it commits, or a single one outside of transactions. */
  #effective: Statement[] = []

  /** Takes the next message of the process. */
  observe(message: Buffer): void {
    this.#effective = []
    const type = String.fromCharCode(message[0]!)
    const body = message.subarray(5)
    if (type === 'P')
      this.#prepared.set(readTextAt(body, 0), readTextAt(body, readTextAt(body, 0).length + 1))
    else if (type === 'Q') this.#execute(readTextAt(body, 0), body)
    else if (type === 'B') {
      const portal = readTextAt(body, 0)
      this.#execute(this.#prepared.get(readTextAt(body, portal.length + 1)) ?? '', body)
    }
  }

  /** Whether the last message completes what the moment is about. */
  isAt({ statement, parameter }: Moment): boolean {
    return (
      this.#effective.some(({ text }) => statement.test(text)) &&
      this.#effective.some(({ parameters }) => parameters.includes(parameter))
    )
  }

  #execute(text: string, parameters: Buffer): void {
    if (/^\s*(begin|start transaction)\b/i.test(text)) this.#open = []
    else if (/^\s*commit\b/i.test(text)) {
      this.#effective = this.#open ?? []
      this.#open = null
    } else if (/^\s*rollback\s*;?\s*$/i.test(text)) this.#open = null
    else if (this.#open) this.#open.push({ text, parameters: Buffer.from(parameters) })
    else this.#effective = [{ text, parameters }]
  }
}

interface Statement {
  text: string
  parameters: Buffer
}

/** Splits the complete messages at the beginning; only the first one of a connection, its start, has no type. */
export function splitMessages(bytes: Buffer, isStarted: boolean): { messages: Buffer[]; rest: Buffer } {
  const messages: Buffer[] = []
  let [rest, typeLength] = [bytes, isStarted ? 1 : 0]
  while (rest.length >= typeLength + 4) {
    const end = typeLength + rest.readUInt32BE(typeLength)
    if (rest.length < end) break
    messages.push(rest.subarray(0, end))
    rest = rest.subarray(end)
    typeLength = 1
  }
  return { messages, rest }
}

function readTextAt(body: Buffer, start: number): string {
  return body.toString('utf8', start, body.indexOf(0, start))
}
