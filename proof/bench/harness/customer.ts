import { request } from 'undici'
import type { App } from '#server/http/app.ts'
import { Client } from '#server/testing/client.ts'

export interface Customer {
  accountId: string
  email: string
  password: string
}

/** Signs in as customers do, over HTTP through the provider's pages. */
export function signIn(origin: string, { accountId, email, password }: Customer): Promise<Client> {
  return Client.signIn(createHttpApp(origin), origin, accountId, email, password)
}

/** Creates the part of the app that test clients use, over the network. */
export function createHttpApp(origin: string): App {
  const inject = async ({ method, url, headers, payload }: InjectedRequest) => {
    const answer = await request(new URL(url, origin), { method, headers, body: payload })
    const body = await answer.body.text()
    return { statusCode: answer.statusCode, headers: answer.headers, body, json: () => JSON.parse(body) }
  }
  return { http: { inject }, routes: [] } as unknown as App
}

interface InjectedRequest {
  method: 'GET' | 'POST'
  url: string
  headers: Record<string, string>
  payload?: string
}
