import { getCustomer, patchCustomer } from '#contract/customers.ts'
import { addPasskey, createPasskeyOptions } from '#contract/passkeys.ts'
import type { Session } from '#contract/session.ts'
import type { RequestOptions } from '../domains/identity/passkeys/assertion.ts'
import { Authenticator, readPasskeyOptions } from '../domains/identity/testing/authenticator.ts'
import { readCsrfToken } from '../domains/identity/testing/browser.ts'
import { openBrowser } from '../domains/identity/testing/mail-links.ts'
import {
  exchangeCode,
  isCallback,
  openSignInPage,
  signInAs,
  startSignIn,
} from '../domains/identity/testing/sign-in-flow.ts'
import { type SftpServer, startSftpServer } from '../domains/sftp-access/connection/sftp-server.ts'
import { connectSftp } from '../domains/sftp-access/sftp-access.testing.ts'
import type { Config } from '../platform/config/config.ts'
import { Client } from './client.ts'
import { PASSWORD, startSecondServer, type TestServer, testServer } from './harness.ts'

/*
 * For the table of threats (design of issue 28, section 2): the attacker's script runs, the owner acts once, and within a
 * second nothing of the attacker's works in any process; the owner was told.
 */

export const DAY = 86_400_000
export const NEW_PASSWORD = 'chosen after the theft'
export const FTP = { callbackUrl: 'https://in.datasink.example/hook', callbackFormat: 'JSON' } as const

type SecondServer = Awaited<ReturnType<typeof startSecondServer>>

/** Two web processes on one database, each with its SFTP server. */
export interface ThreatServers {
  server: TestServer
  second: SecondServer
  sftp: readonly SftpServer[]
  close: () => Promise<void>
}

export async function startThreatServers(config: Partial<Config> = {}): Promise<ThreatServers> {
  const opened = new AsyncDisposableStack()
  const server = await testServer({ config: { sftp: { port: 0 }, ...config } })
  opened.defer(() => server.close())
  const second = await startSecondServer(server, server.ctx.blobs)
  opened.defer(() => second.close())
  const sftp: SftpServer[] = []
  for (const { ctx } of [server, second]) {
    const started = await startSftpServer(ctx)
    opened.defer(() => started.close())
    sftp.push(started)
  }
  return { server, second, sftp, close: () => opened.disposeAsync() }
}

/** Everything that the attacker has, each with whether it works. */
export type Loot = Record<string, () => Promise<boolean>>

export async function listWorking(loot: Loot): Promise<string[]> {
  const working: string[] = []
  for (const [name, works] of Object.entries(loot)) if (await works()) working.push(name)
  return working
}

/** The same session at the second process. */
const atSecond = ({ second }: ThreatServers, { accountId, email, token }: Client) =>
  new Client(second.origin, accountId, email, token)

/** A session in both processes, which have seen it once it is listed. */
export const stealSession = (servers: ThreatServers, client: Client, name = 'the session'): Loot => ({
  [name]: async () => (await client.send(getCustomer)).ok,
  [`${name} in another process`]: async () => (await atSecond(servers, client).send(getCustomer)).ok,
})

/** A password in both processes. */
export const stealPassword = (servers: ThreatServers, email: string, name = 'the password'): Loot => ({
  [name]: () => succeeds(signInAs(openBrowser(servers.server), email, PASSWORD)),
  [`${name} in another process`]: () => succeeds(signInAs(openBrowser(servers.second), email, PASSWORD)),
})

/** SFTP by a password or a key, at both processes. */
export function stealSftp(
  { sftp }: ThreatServers,
  userName: string,
  name: string,
  { password, privateKey }: { password?: string; privateKey?: string },
): Loot {
  const connects = (port: number) => () =>
    succeeds(
      connectSftp(port, userName, password, privateKey === undefined ? {} : { privateKey }).then(session =>
        session.close(),
      ),
    )
  return {
    [name]: connects(sftp[0]!.port),
    [`${name} in another process`]: connects(sftp[1]!.port),
  }
}

const succeeds = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  )

/** The callback address of the session, while it is called. */
export async function makeCallbackAddress({ server }: ThreatServers, thief: Client): Promise<Loot> {
  await thief.call(patchCustomer, { body: { ftp: FTP } })
  return {
    'the callback address': async () => {
      const row = await server.ctx.db
        .selectFrom('callbacks')
        .innerJoin('customers', 'customers.account_id', 'callbacks.account_id')
        .select(['customers.callback_url', 'callbacks.state'])
        .where('callbacks.account_id', '=', thief.accountId)
        .executeTakeFirstOrThrow()
      return row.callback_url === FTP.callbackUrl && row.state === 'on'
    },
  }
}

/** Adds a passkey of a new authenticator. */
export async function makePasskey(client: Client): Promise<Authenticator> {
  const authenticator = new Authenticator()
  const options = await client.call(createPasskeyOptions, { body: { relatedOrigins: true } })
  const response = authenticator.create(options, { origin: client.origin })
  await client.call(addPasskey, { body: { response } })
  return authenticator
}

/** Signs in with a passkey; throws when it is refused. */
export async function signInWithPasskey(
  at: Pick<TestServer, 'app' | 'origin'>,
  { accountId, email }: Pick<Client, 'accountId' | 'email'>,
  authenticator: Authenticator,
): Promise<Client> {
  const browser = openBrowser(at)
  const request = await startSignIn(browser)
  const { path, page } = await openSignInPage(browser, request)
  const response = authenticator.get(readPasskeyOptions<RequestOptions>(page), { origin: at.origin })
  const answer = await browser.submit(path, {
    check: readCsrfToken(page),
    passkey: JSON.stringify(response),
  })
  if (answer.statusCode !== 303) throw new Error(`The passkey was refused with ${answer.statusCode}`)
  const { url } = await browser.follow(answer.headers.location!, isCallback)
  const session: Session = (await exchangeCode(browser, request, url.searchParams)).json()
  return new Client(at.origin, accountId, email, session.accessToken)
}

/** An authenticator in both processes. */
export const stealAuthenticator = (
  { server, second }: ThreatServers,
  owner: Pick<Client, 'accountId' | 'email'>,
  authenticator: Authenticator,
): Loot => ({
  'the passkey': () => succeeds(signInWithPasskey(server, owner, authenticator)),
  'the passkey in another process': () => succeeds(signInWithPasskey(second, owner, authenticator)),
})
