import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { DEMO_PASSWORD } from '#demo/customers.ts'
import { signIn } from '../../bench/harness/customer.ts'
import type { Picture } from './pictures.ts'
import type { CrashServer } from './server.ts'

/** A file that the server has acknowledged: it must survive every crash. */
export interface Acknowledged {
  uploadId: string
  size: number
  sha256: string
  name: string
}

const TUS = { 'tus-resumable': '1.0.0' }
/** Together they limit the rate to 3 MB/s: a crash loses no more unacknowledged bytes than on a real connection. */
const CHUNK = 24 * 1024
const PAUSE_MS = 8

/** Access tokens are valid for ten minutes. */
const RENEW_MS = 8 * 60_000

/** A customer's device: uploads pictures in sequence and resumes interrupted uploads. */
export class Uploader {
  readonly acknowledged: Acknowledged[] = []
  sentBytes = 0
  /** Number of interruptions, and of uploads resumed after their first byte. */
  interrupted = 0
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

  /** Stops after the current picture. */
  finish(): void {
    this.#finishing = true
  }

  /** Uploads until `finish` is called; stops with a violation at an unexpected answer. */
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
          throw new Error(`${path}: ${acknowledged} bytes were acknowledged, the server has only ${offset}`)
        acknowledged = offset
        if (offset < picture.bytes.length) await this.#patch(origin, path, picture.bytes, offset)
        const { name, sha256, bytes } = picture
        this.acknowledged.push({ uploadId: path.split('/').at(-1)!, size: bytes.length, sha256, name })
        return
      } catch (error) {
        if (!isConnectionLost(error)) throw error
        this.interrupted++
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

  /** Sends the missing bytes; `sentBytes` counts them whether they arrive or not. */
  async #patch(origin: string, path: string, bytes: Buffer, offset: number): Promise<void> {
    const outgoing = this.#request(origin, path, 'PATCH', {
      'upload-offset': offset,
      'content-type': 'application/offset+octet-stream',
      'content-length': bytes.length - offset,
    })
    const answered = this.#answer(outgoing, false)
    answered.catch(() => undefined)
    for (let at = offset; at < bytes.length && !outgoing.destroyed; at += CHUNK) {
      const chunk = bytes.subarray(at, at + CHUNK)
      this.sentBytes += chunk.length
      if (!outgoing.write(chunk)) await Promise.race([once(outgoing, 'drain'), answered])
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
