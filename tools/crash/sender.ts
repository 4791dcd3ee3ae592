import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { DEMO_PASSWORD } from '#demo/customers.ts'
import { signIn } from '../../bench/harness/customer.ts'
import type { Picture } from './pictures.ts'
import type { CrashServer } from './server.ts'

/** A file the server has acknowledged; from then on it must be there, whatever happens. */
export interface Acknowledged {
  uploadId: string
  size: number
  sha256: string
  name: string
}

const TUS = { 'tus-resumable': '1.0.0' }
/** As over a line of 3 MB/s: what is on the way when the server dies is no more than on a real one. */
const PIECE = 24 * 1024
const PAUSE_MS = 8

/** Access tokens last ten minutes. */
const RENEW_MS = 8 * 60_000

/** A customer's device that uploads one picture after another and goes on where it stopped. */
export class Sender {
  readonly acknowledged: Acknowledged[] = []
  sentBytes = 0
  /** How often an upload was cut, and how often it went on behind its first byte. */
  cut = 0
  resumed = 0
  token = ''
  readonly #email: string
  readonly #server: CrashServer
  readonly #next: () => Picture
  readonly #violations: string[]
  #signedIn = 0
  #finishing = false

  constructor(email: string, server: CrashServer, next: () => Picture, violations: string[]) {
    this.#email = email
    this.#server = server
    this.#next = next
    this.#violations = violations
  }

  async signIn(): Promise<void> {
    const customer = { accountId: '', email: this.#email, password: DEMO_PASSWORD }
    this.token = (await signIn(await this.#server.started, customer)).token
    this.#signedIn = performance.now()
  }

  /** After the picture that is on its way comes no other. */
  finish(): void {
    this.#finishing = true
  }

  /** Uploads until it is to finish, or until something is answered that should not be. */
  async run(): Promise<void> {
    try {
      while (!this.#finishing) await this.#send(this.#next())
    } catch (error) {
      this.#violations.push(`${this.#email}: ${error instanceof Error ? error.message : error}`)
    }
  }

  async #send(picture: Picture): Promise<void> {
    let path: string | null = null
    let acknowledged = 0
    for (let attempt = 0; ; attempt++) {
      const origin = await this.#server.started
      try {
        if (performance.now() - this.#signedIn > RENEW_MS) await this.signIn()
        path ??= await this.#create(origin, picture)
        const offset: number = attempt === 0 ? 0 : await this.#offset(origin, path)
        if (attempt > 0 && offset > 0) this.resumed++
        if (offset < acknowledged)
          throw new Error(`${path}: ${acknowledged} bytes were acknowledged, only ${offset} are there`)
        acknowledged = offset
        if (offset < picture.bytes.length) await this.#patch(origin, path, picture.bytes, offset)
        const { name, sha256, bytes } = picture
        this.acknowledged.push({ uploadId: path.split('/').at(-1)!, size: bytes.length, sha256, name })
        return
      } catch (error) {
        if (!isConnectionLost(error)) throw error
        this.cut++
        await wait(50)
      }
    }
  }

  async #create(origin: string, { name, bytes }: Picture): Promise<string> {
    const metadata = `filename ${Buffer.from(name).toString('base64')}`
    const headers = { 'upload-length': bytes.length, 'upload-metadata': metadata, 'content-length': 0 }
    const answer = await this.#answer(this.#request(origin, '/api/uploads/files', 'POST', headers))
    if (answer.statusCode !== 201) throw unexpected('creation', answer)
    return answer.headers.location!
  }

  async #offset(origin: string, path: string): Promise<number> {
    const answer = await this.#answer(this.#request(origin, path, 'HEAD', {}))
    if (answer.statusCode !== 200) throw unexpected(`HEAD of ${path}`, answer)
    return Number(answer.headers['upload-offset'])
  }

  /** Sends what is missing; counts what has left, whether it arrived or not. */
  async #patch(origin: string, path: string, bytes: Buffer, offset: number): Promise<void> {
    const outgoing = this.#request(origin, path, 'PATCH', {
      'upload-offset': offset,
      'content-type': 'application/offset+octet-stream',
      'content-length': bytes.length - offset,
    })
    const answered = this.#answer(outgoing, false)
    answered.catch(() => undefined)
    for (let at = offset; at < bytes.length && !outgoing.destroyed; at += PIECE) {
      const piece = bytes.subarray(at, at + PIECE)
      this.sentBytes += piece.length
      if (!outgoing.write(piece)) await Promise.race([once(outgoing, 'drain'), answered])
      await wait(PAUSE_MS)
    }
    outgoing.end()
    const answer = await answered
    if (answer.statusCode !== 204) throw unexpected(`PATCH of ${path} at ${offset}`, answer)
    if (Number(answer.headers['upload-offset']) !== bytes.length)
      throw new Error(`${path}: acknowledged at ${answer.headers['upload-offset']} of ${bytes.length}`)
  }

  #request(origin: string, path: string, method: string, headers: Record<string, string | number>) {
    const authorization = `Bearer ${this.token}`
    return request(new URL(path, origin), {
      method,
      agent: false,
      headers: { ...TUS, authorization, ...headers },
    })
  }

  async #answer(outgoing: ClientRequest, end = true): Promise<IncomingMessage> {
    if (end) outgoing.end()
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage]
    return answer.resume()
  }
}

const unexpected = (what: string, answer: IncomingMessage) =>
  new Error(`${what} was answered with ${answer.statusCode}`)

const LOST = new Set([
  'ECONNRESET',
  'ECONNREFUSED',
  'EPIPE',
  'ABORT_ERR',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_WRITE_AFTER_END',
])

function isConnectionLost(error: unknown): boolean {
  return LOST.has((error as NodeJS.ErrnoException).code ?? '')
}
