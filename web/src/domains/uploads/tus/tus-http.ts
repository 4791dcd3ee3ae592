import type { HttpRequest, HttpResponse, HttpStack } from 'tus-js-client'
import { CORRELATION_HEADER } from '#contract/errors.ts'
import { serviceAddress } from '#web/platform/http/call.ts'

export interface Tokens {
  /** A valid access token; null if the session has ended. */
  token: () => Promise<string | null>
  /** A newer token than the refused one; null if the session has ended. */
  renew: (refused: string) => Promise<string | null>
  /** Called when the service refuses the renewed token too. */
  onRefused: () => void
}

/** Time without progress after which the connection counts as lost; the browser may not detect it. */
const STALLED_MS = 60_000
/** Time for the answer after the last byte: the service validates the file first. */
const ANSWER_MS = 180_000

/**
 * HTTP stack for tus-js-client that sends a valid token with each request and renews it once after 401. Turns a HEAD with
 * a transient error status into a connection error: tus-js-client would restart the upload at the first byte. Upload URLs
 * come from answers and from earlier visits: one outside the configured service gets no request, and so no token.
 */
export function createTusHttpStack(tokens: Tokens): HttpStack {
  return {
    createRequest: (method, url) => new Request(method, url, tokens),
    getName: () => 'keepsake',
  }
}

/** One tus request, sent by XMLHttpRequest for its upload progress. */
class Request implements HttpRequest {
  readonly #method: string
  readonly #url: string
  readonly #tokens: Tokens
  readonly #headers = new Map<string, string>()
  #progress: (sent: number) => void = () => {}
  #xhr: XMLHttpRequest | undefined
  #aborted = false

  constructor(method: string, url: string, tokens: Tokens) {
    this.#method = method
    this.#url = url
    this.#tokens = tokens
  }

  getMethod = () => this.#method
  getURL = () => this.#url
  setHeader = (name: string, value: string) => void this.#headers.set(name, value)
  getHeader = (name: string) => this.#headers.get(name)
  setProgressHandler = (handler: (sent: number) => void) => {
    this.#progress = handler
  }
  getUnderlyingObject = () => this.#xhr

  async send(body: Blob | null = null): Promise<HttpResponse> {
    const token = await this.#tokens.token()
    if (token === null) {
      this.#tokens.onRefused()
      throw new Error('Signed out')
    }
    let response = await this.#exchange(body, token)
    if (response.status === 401) {
      const newToken = await this.#tokens.renew(token)
      if (newToken !== null) response = await this.#exchange(body, newToken)
      if (response.status === 401) this.#tokens.onRefused()
    }
    if (this.#method === 'HEAD' && isRetryable(response.status))
      throw new Error(`Status Code: ${response.status}`)
    return {
      getStatus: () => response.status,
      getHeader: name => response.getResponseHeader(name) ?? undefined,
      getBody: () => response.responseText,
      getUnderlyingObject: () => response,
    }
  }

  async abort(): Promise<void> {
    this.#aborted = true
    this.#xhr?.abort()
  }

  #exchange(body: Blob | null, token: string): Promise<XMLHttpRequest> {
    return new Promise((resolve, reject) => {
      if (!isServiceUrl(this.#url))
        return reject(new Error('The upload URL is outside the configured service'))
      // Aborted while the token was fetched.
      if (this.#aborted) return reject(new Error('Aborted'))
      const xhr = new XMLHttpRequest()
      this.#xhr = xhr
      xhr.open(this.#method, this.#url)
      for (const [name, value] of this.#headers) xhr.setRequestHeader(name, value)
      xhr.setRequestHeader(CORRELATION_HEADER, crypto.randomUUID())
      xhr.setRequestHeader('authorization', `Bearer ${token}`)
      let timer: ReturnType<typeof setTimeout>
      const restartTimer = (milliseconds: number) => {
        clearTimeout(timer)
        timer = setTimeout(() => xhr.abort(), milliseconds)
      }
      restartTimer(STALLED_MS)
      xhr.upload.onprogress = ({ loaded }) => {
        restartTimer(STALLED_MS)
        this.#progress(loaded)
      }
      xhr.upload.onload = () => restartTimer(ANSWER_MS)
      xhr.onloadend = () => clearTimeout(timer)
      xhr.onload = () => resolve(xhr)
      xhr.onerror = () => reject(new Error('No answer'))
      xhr.onabort = () => reject(new Error('Aborted'))
      xhr.send(body)
    })
  }
}

function isServiceUrl(url: string): boolean {
  const service = new URL(serviceAddress('uploads'), location.href)
  const target = new URL(url, location.href)
  return (
    target.origin === service.origin && target.pathname.startsWith(`${service.pathname.replace(/\/$/, '')}/`)
  )
}

const isRetryable = (status: number) => status === 401 || status === 408 || status === 429 || status >= 500
