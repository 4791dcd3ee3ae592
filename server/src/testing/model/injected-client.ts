import type { App } from '../../http/app.ts'
import { Client } from '../client.ts'
import { PASSWORD, type TestServer } from '../harness.ts'

/**
 * A client that injects its calls into the app instead of opening sockets, which are the largest cost of many
 * thousands of calls after the database. Bytes of uploads are sent over HTTP.
 */
export class InjectedClient extends Client {
  readonly #apps: readonly App[]
  #calls = 0

  constructor(apps: readonly App[], { origin, accountId, email, token }: Client) {
    super(origin, accountId, email, token)
    this.#apps = apps
  }

  /**
   * Creates a client of the same customer with a new access token, whose calls go to the server and to `others`, also
   * web processes, round-robin.
   */
  static async createSignedIn(
    { app, origin }: TestServer,
    { accountId, email }: Client,
    others: readonly App[] = [],
  ): Promise<InjectedClient> {
    return new InjectedClient([app, ...others], await Client.signIn(app, origin, accountId, email, PASSWORD))
  }

  override async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    if (init.body !== undefined && typeof init.body !== 'string') return super.fetch(path, init)
    const { statusCode, headers, body } = await this.#apps[this.#calls++ % this.#apps.length]!.http.inject({
      method: (init.method ?? 'GET') as 'GET',
      url: path,
      headers: {
        ...Object.fromEntries(new Headers(init.headers)),
        host: new URL(this.origin).host,
        authorization: `Bearer ${this.token}`,
      },
      ...(typeof init.body === 'string' ? { payload: init.body } : {}),
    })
    const responseHeaders = Object.entries(headers).map(
      ([name, value]) => [name, String(value)] as [string, string],
    )
    return new Response(statusCode === 204 ? null : body, { status: statusCode, headers: responseHeaders })
  }
}
