import { Client } from '../../../testing/client.ts'
import { PASSWORD, type TestServer } from '../../../testing/harness.ts'
import { Browser } from './browser.ts'
import { signInAs } from './sign-in-flow.ts'

/** A browser that is signed in, whose session outlives its access tokens. */
export interface SignedInBrowser {
  browser: Browser
  /** A client with the access token of the sign-in. */
  client: Client
  /** Renews the access token, as the web does; the time of the sign-in stays. */
  refresh: () => Promise<Client>
}

/** Signs the customer in once more, in a browser of its own. */
export async function signInBrowser(
  { app, origin }: Pick<TestServer, 'app' | 'origin'>,
  { accountId, email }: Pick<Client, 'accountId' | 'email'>,
  headers: Record<string, string> = {},
): Promise<SignedInBrowser> {
  const { host, protocol } = new URL(origin)
  const browser = new Browser(app.http, host, protocol === 'https:' ? 'https' : 'http', [], headers)
  const toClient = (accessToken: string) => new Client(origin, accountId, email, accessToken)
  const session = await signInAs(browser, email, PASSWORD)
  return {
    browser,
    client: toClient(session.accessToken),
    async refresh() {
      const answer = await browser.post('/session/refresh', {})
      if (answer.statusCode !== 200) throw new Error(`The session was not refreshed: ${answer.body}`)
      return toClient(answer.json().accessToken)
    },
  }
}
