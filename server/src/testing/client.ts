import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { type Answer, type Endpoint, type Input, SERVICES } from '#contract/endpoint.ts'
import type { ErrorAnswer } from '#contract/errors.ts'
import { DEVICE_COOKIE } from '../domains/identity/sign-in/known-devices.ts'
import { Browser } from '../domains/identity/testing/browser.ts'
import { signInAs } from '../domains/identity/testing/sign-in-flow.ts'
import type { App } from '../http/app.ts'

/** The error a call was answered with. */
export interface ErrorResult {
  status: number
  body: ErrorAnswer
}

type Parts = { params?: object; query?: object; body?: unknown } | undefined

const TUS = { 'tus-resumable': '1.0.0' }

/** Cookies of known devices by account. */
const knownDevices = new Map<string, string>()

/** A signed-in customer's HTTP client. */
export class Client {
  readonly origin: string
  readonly accountId: string
  readonly email: string
  readonly token: string
  readonly #apps: readonly App[]
  #calls = 0

  /** Without `apps` all calls open sockets, which are the largest cost of a call after the database. */
  constructor(origin: string, accountId: string, email: string, token: string, apps: readonly App[] = []) {
    this.origin = origin
    this.accountId = accountId
    this.email = email
    this.token = token
    this.#apps = apps
  }

  /** Signs in by a browser that is known for the account, unless it is the first of these sign-ins. */
  static async signIn(
    app: App,
    origin: string,
    accountId: string,
    email: string,
    password: string,
  ): Promise<Client> {
    const { host, protocol } = new URL(origin)
    const browser = new Browser(app.http, host, protocol === 'https:' ? 'https' : 'http')
    const knownDevice = knownDevices.get(accountId)
    if (knownDevice) browser.plantCookie(DEVICE_COOKIE, knownDevice)
    const session = await signInAs(browser, email, password)
    Client.rememberDevice(accountId, browser.cookie(DEVICE_COOKIE)!)
    return new Client(origin, accountId, email, session.accessToken)
  }

  /** Sets the cookie of the browser in which this account is signed in, which is then not told as a new device. */
  static rememberDevice(accountId: string, cookie: string): void {
    knownDevices.set(accountId, cookie)
  }

  /** Returns the body of a 2xx answer; throws with status and body for any other. */
  async call<E extends Endpoint>(
    endpoint: E,
    ...input: object extends Input<E> ? [Input<E>?] : [Input<E>]
  ): Promise<Answer<E>> {
    const response = await this.send(endpoint, input[0] as Parts)
    const body = response.status === 204 ? undefined : await response.json()
    if (!response.ok) throw new Error(`${endpoint.path} answered ${response.status}: ${JSON.stringify(body)}`)
    return body as Answer<E>
  }

  /** Returns status and body of an error answer; throws when the call succeeds. */
  async expectError<E extends Endpoint>(
    endpoint: E,
    ...input: object extends Input<E> ? [Input<E>?] : [Input<E>]
  ): Promise<ErrorResult> {
    const response = await this.send(endpoint, input[0] as Parts)
    if (response.ok)
      throw new Error(`${endpoint.path} answered ${response.status} although an error was expected`)
    return { status: response.status, body: (await response.json()) as ErrorAnswer }
  }

  /** Sends a call; resolves with any answer. Its bytes are not compressed. */
  send(
    endpoint: Endpoint,
    input: { params?: object; query?: object; body?: unknown } = {},
  ): Promise<Response> {
    let path = SERVICES[endpoint.service] + endpoint.path
    for (const [key, value] of Object.entries(input.params ?? {}))
      path = path.replace(`:${key}`, encodeURIComponent(value))
    const query = new URLSearchParams(
      Object.entries(input.query ?? {}).flatMap(([key, value]) =>
        [value].flat().map(each => [key, String(each)]),
      ),
    )
    const address = query.size ? `${path}?${query}` : path
    const json = input.body !== undefined && {
      body: JSON.stringify(input.body),
      headers: { 'content-type': 'application/json' },
    }
    const init = { method: endpoint.method, ...json }
    const app = this.#apps[this.#calls++ % this.#apps.length]
    return app
      ? injectRequest(app, new URL(address, this.origin), this.#authorize(init))
      : this.fetch(address, init)
  }

  /** Fetches any path of the server with the bearer token. */
  fetch(path: string, init: RequestInit = {}): Promise<Response> {
    return fetch(new URL(path, this.origin), this.#authorize(init))
  }

  #authorize(init: RequestInit): RequestInit & { headers: Headers } {
    const headers = new Headers(init.headers)
    headers.set('authorization', `Bearer ${this.token}`)
    return { ...init, headers }
  }

  /** Uploads a file by tus; returns the upload id and the last response. */
  async upload(fileName: string, bytes: Uint8Array, metadata: Record<string, string> = {}) {
    const created = await this.createUpload(fileName, bytes.length, metadata)
    if (created.status !== 201) return { uploadId: '', response: created }
    const location = created.headers.get('location')!
    return { uploadId: location.split('/').at(-1)!, response: await this.patch(location, 0, bytes) }
  }

  createUpload(fileName: string, length: number, metadata: Record<string, string> = {}): Promise<Response> {
    const entries = Object.entries({ filename: fileName, ...metadata })
    const encoded = entries.map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`).join(',')
    return this.fetch(`${SERVICES.uploads}/files`, {
      method: 'POST',
      headers: { ...TUS, 'upload-length': String(length), 'upload-metadata': encoded },
    })
  }

  patch(location: string, offset: number, bytes: Uint8Array): Promise<Response> {
    return this.fetch(location, {
      method: 'PATCH',
      headers: { ...TUS, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
      body: Buffer.from(bytes),
    })
  }

  head(location: string): Promise<Response> {
    return this.fetch(location, { method: 'HEAD', headers: TUS })
  }
}

export const newId = randomUUID

/** A request that a test makes inside a transaction is not of that transaction. */
const runOutside = AsyncLocalStorage.snapshot()

/** Sends a request to the app without a socket, whose answer is neither compressed nor a redirect that is followed. */
export async function injectRequest(
  app: App,
  url: URL,
  { method, headers, body }: { method?: string; headers: Headers; body?: BodyInit | null },
): Promise<Response> {
  // Awaited inside: the request is sent when its answer is asked for.
  const answer = await runOutside(
    async () =>
      await app.http.inject({
        method: method as 'GET',
        url: url.pathname + url.search,
        headers: { host: url.host, ...Object.fromEntries(headers) },
        payload: body instanceof Uint8Array ? Buffer.from(body) : (body as string | undefined),
      }),
  )
  const hasBody = ![204, 304].includes(answer.statusCode)
  return new Response(hasBody ? new Uint8Array(answer.rawPayload) : null, {
    status: answer.statusCode,
    headers: Object.entries(answer.headers).map(([name, value]) => [name, String(value)] as [string, string]),
  })
}
