import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { request as requestHttps } from 'node:https'
import { setTimeout as wait } from 'node:timers/promises'
import { DEMO_PASSWORD } from '#sandbox/demo/customers.ts'
import type { Random } from '#server/testing/random.ts'
import { signIn } from '../bench/harness/customer.ts'
import { isConnectionLost, recordUnanswered, UNANSWERED_MS } from './lost-connection.ts'
import type { Picture } from './pictures.ts'

/** Chooses the server of each request. */
export interface Servers {
  getOrigin(): Promise<string>
}

/** A file that the server has acknowledged: it must survive every crash. */
export interface AcknowledgedFile {
  uploadId: string
  size: number
  sha256: string
  name: string
  /** Its current place. */
  place: 'library' | 'bin' | 'erased'
}

const TUS = { 'tus-resumable': '1.0.0' }
/** Together they limit the rate to 3 MB/s: a crash loses no more unacknowledged bytes than on a real connection. */
const CHUNK = 24 * 1024
const PAUSE_MS = 8

/** Access tokens are valid for ten minutes. */
const RENEW_MS = 8 * 60_000
const SIGN_INS_MAX = 60

/** Retried: another request continues the upload, the server is draining, or a balancer had no upstream answer. */
const RETRIED_STATUSES = new Set([409, 423, 502, 503, 504])

/**
 * A customer's device: uploads pictures in sequence and resumes interrupted uploads. With `splitsUploads` it sends some
 * in several requests, or breaks them off, and continues at once at another server.
 */
export class Uploader {
  readonly email: string
  readonly acknowledged: AcknowledgedFile[] = []
  sentBytes = 0
  /** Number of interruptions, and of uploads resumed after their first byte. */
  interrupted = 0
  resumed = 0
  /** Requests that were broken off here, and answers that ask for the offset again. */
  brokenOff = 0
  repeated = 0
  token = ''
  readonly #servers: Servers
  readonly #next: () => Picture
  readonly #random: Random
  readonly #splitsUploads: boolean
  readonly #violations: string[]
  #signedIn = 0
  #finishing = false

  constructor(
    email: string,
    servers: Servers,
    pictures: { generatePicture: () => Picture; random: Random; splitsUploads: boolean },
    violations: string[],
  ) {
    this.email = email
    this.#servers = servers
    this.#next = pictures.generatePicture
    this.#random = pictures.random
    this.#splitsUploads = pictures.splitsUploads
    this.#violations = violations
  }

  async signIn(): Promise<void> {
    const customer = { accountId: '', email: this.email, password: DEMO_PASSWORD }
    for (let attempt = 1; ; attempt++) {
      try {
        this.token = (await signIn(await this.#servers.getOrigin(), customer)).token
        this.#signedIn = performance.now()
        return
      } catch (error) {
        recordUnanswered(error)
        // The steps of signing in depend on each other: a server that ends in between breaks them in many ways.
        if (attempt === SIGN_INS_MAX) throw error
        await wait(500)
      }
    }
  }

  /** Signs in again before the token expires. */
  async renewToken(): Promise<void> {
    if (performance.now() - this.#signedIn > RENEW_MS) await this.signIn()
  }

  /** Stops after the current picture. */
  finish(): void {
    this.#finishing = true
  }

  /** Uploads until `finish` is called; stops with a violation at an unexpected answer. */
  async run(): Promise<void> {
    try {
      while (!this.#finishing) await this.upload()
    } catch (error) {
      this.#violations.push(`${this.email}: ${error instanceof Error ? error.message : error}`)
    }
  }

  /** Uploads the next picture, whatever interrupts it; throws at an unexpected answer. */
  async upload(): Promise<void> {
    const picture = this.#next()
    const { name, sha256, bytes } = picture
    let path: string | null = null
    let acknowledged = 0
    /** Known after a creation and after each answer. */
    let offset: number | null = 0
    while (acknowledged < bytes.length) {
      const origin = await this.#servers.getOrigin()
      try {
        await this.renewToken()
        path ??= await this.#create(origin, picture)
        offset ??= await this.#resume(origin, path, acknowledged)
        acknowledged = offset
        if (offset === bytes.length) break
        offset = await this.#patch(origin, path, bytes, {
          offset,
          ...this.#nextRequest(bytes.length - offset),
        })
        if (offset !== null) acknowledged = offset
      } catch (error) {
        offset = path === null ? 0 : null
        if (error instanceof RetryError) this.repeated++
        else if (isConnectionLost(error)) this.interrupted++
        else throw error
        if (!(error instanceof ContinueError)) recordUnanswered(error)
        await wait(error instanceof RetryError ? UNANSWERED_MS : 50)
      }
    }
    const uploadId = path!.split('/').at(-1)!
    this.acknowledged.push({ uploadId, size: bytes.length, sha256, name, place: 'library' })
  }

  /** How many of the missing bytes the next request sends, and whether it is broken off after them. */
  #nextRequest(missing: number): { length: number; breakOff: boolean } {
    if (!this.#splitsUploads || this.#random.chance(0.5)) return { length: missing, breakOff: false }
    return { length: 1 + this.#random.integer(missing), breakOff: this.#random.chance(0.5) }
  }

  async #resume(origin: string, path: string, acknowledged: number): Promise<number> {
    const offset = await this.#offset(origin, path)
    if (offset > 0) this.resumed++
    if (offset < acknowledged)
      throw new Error(`${path}: ${acknowledged} bytes were acknowledged, the server has only ${offset}`)
    return offset
  }

  async #create(origin: string, { name, bytes }: Picture): Promise<string> {
    const metadata = `filename ${Buffer.from(name).toString('base64')}`
    const headers = { 'upload-length': bytes.length, 'upload-metadata': metadata, 'content-length': 0 }
    const answer = await this.#answer(this.#request(origin, '/api/uploads/files', 'POST', headers))
    if (answer.statusCode !== 201) throw toUnexpectedStatusError('creation', answer)
    return answer.headers.location!
  }

  async #offset(origin: string, path: string): Promise<number> {
    const answer = await this.#answer(this.#request(origin, path, 'HEAD', {}))
    if (answer.statusCode !== 200) throw toUnexpectedStatusError(`HEAD of ${path}`, answer)
    return Number(answer.headers['upload-offset'])
  }

  /** Sends bytes and returns the new offset, null when it broke off; `sentBytes` counts them whether they arrive or not. */
  async #patch(
    origin: string,
    path: string,
    bytes: Buffer,
    { offset, length, breakOff }: { offset: number; length: number; breakOff: boolean },
  ): Promise<number | null> {
    const end = offset + length
    const outgoing = this.#request(origin, path, 'PATCH', {
      'upload-offset': offset,
      'content-type': 'application/offset+octet-stream',
      'content-length': (breakOff ? bytes.length : end) - offset,
    })
    const response = this.#answer(outgoing, false)
    response.catch(() => undefined)
    for (let at = offset; at < end && !outgoing.destroyed; at += CHUNK) {
      const chunk = bytes.subarray(at, Math.min(at + CHUNK, end))
      this.sentBytes += chunk.length
      if (!outgoing.write(chunk)) await Promise.race([once(outgoing, 'drain'), response])
      await wait(PAUSE_MS)
    }
    if (breakOff && !outgoing.destroyed) {
      outgoing.destroy()
      this.brokenOff++
      return null
    }
    outgoing.end()
    const answer = await response
    if (answer.statusCode !== 204) throw toUnexpectedStatusError(`PATCH of ${path} at ${offset}`, answer)
    const acknowledged = Number(answer.headers['upload-offset'])
    if (acknowledged !== end) throw new Error(`${path}: acknowledged at ${acknowledged} of ${end}`)
    return acknowledged
  }

  #request(origin: string, path: string, method: string, headers: Record<string, string | number>) {
    const authorization = `Bearer ${this.token}`
    const url = new URL(path, origin)
    return (url.protocol === 'https:' ? requestHttps : request)(url, {
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

class RetryError extends Error {}
/** The answer of a server where another request continues the upload. */
class ContinueError extends RetryError {}

function toUnexpectedStatusError(what: string, { statusCode = 0 }: IncomingMessage): Error {
  const message = `${what} was answered with ${statusCode}`
  if (!RETRIED_STATUSES.has(statusCode)) return new Error(message)
  return statusCode < 500 ? new ContinueError(message) : new RetryError(message)
}
