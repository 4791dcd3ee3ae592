import type { App } from '../../http/app.ts'
import { Client } from '../client.ts'
import { PASSWORD, type TestServer } from '../harness.ts'

/**
 * A client that injects its calls into the app instead of opening sockets, which are the largest cost of many
 * thousands of calls after the database. Bytes of uploads are sent over HTTP.
 */
export class InjectedClient extends Client {
  readonly #app: App

  constructor(app: App, { origin, accountId, email, token }: Client) {
    super(origin, accountId, email, token)
    this.#app = app
  }

  /** The same customer with a new access token. */
  static async signedIn({ app, origin }: TestServer, { accountId, email }: Client): Promise<InjectedClient> {
    return new InjectedClient(app, await Client.signIn(app, origin, accountId, email, PASSWORD))
  }

  override async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    if (init.body !== undefined && typeof init.body !== 'string') return super.fetch(path, init)
    const { statusCode, headers, body } = await this.#app.http.inject({
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
