import type { SFTPWrapper } from 'ssh2'
import { MAX_WINDOW, WINDOW_THRESHOLD, windowAdjust } from 'ssh2/lib/Channel.js'
import { ByteQueue } from './byte-queue.ts'

/** Bytes that are parsed at once; a request has at least 13. */
const SLICE_BYTES = 4096

/** The parts of a session's channel that the library's types omit. Null is the end of the client's data. */
type Channel = SFTPWrapper & {
  incoming: { window: number }
  push(data: Buffer | null): boolean | undefined
}

export interface SessionInputOptions {
  /** Whether no more requests are to be parsed now. */
  isFull(): boolean
  /** Called when the client sends more than the window of the channel allows. */
  onOverrun(): void
}

/**
 * Applies backpressure to a client's requests: what arrives while `isFull` is held unparsed, and the channel's window
 * (RFC 4254, 5.2) is extended only once it is parsed, so that at most one window is in memory. The socket is still read,
 * because the client extends its own window by it.
 */
export class SessionInput {
  readonly #channel: Channel
  readonly #parse: Channel['push']
  readonly #options: SessionInputOptions
  readonly #held = new ByteQueue()
  #isEndHeld = false

  constructor(sftp: SFTPWrapper, options: SessionInputOptions) {
    this.#channel = sftp as Channel
    this.#parse = this.#channel.push.bind(sftp)
    this.#options = options
    this.#channel.push = data => (data ? this.#receive(data) : this.#receiveEnd())
  }

  /** Parses held bytes as long as the queue of requests has room. */
  resume(): void {
    if (this.#held.length === 0) return
    while (this.#held.length > 0 && !this.#options.isFull()) this.#parse(this.#held.take(SLICE_BYTES))
    if (this.#held.length > 0) return
    if (this.#isEndHeld) this.#parse(null)
    else if (this.#channel.incoming.window <= WINDOW_THRESHOLD) windowAdjust(this.#channel)
  }

  /** False while bytes are held: the library does not extend the window then. */
  #receive(data: Buffer): boolean {
    let parsed = 0
    if (this.#held.length === 0)
      for (; parsed < data.length && !this.#options.isFull(); parsed += SLICE_BYTES)
        this.#parse(data.subarray(parsed, parsed + SLICE_BYTES))
    this.#held.append(data.subarray(parsed))
    if (this.#held.length > MAX_WINDOW) this.#options.onOverrun()
    return this.#held.length === 0
  }

  #receiveEnd(): boolean | undefined {
    if (this.#held.length === 0) return this.#parse(null)
    this.#isEndHeld = true
    return false
  }
}
