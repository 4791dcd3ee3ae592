import { expect } from 'vitest'
import { type ConfirmedDeletion, confirmDeletion, requestDeletion } from '#contract/closures.ts'
import { confirmEmailChange, requestEmailChange } from '#contract/email-changes.ts'
import type { ReceivedMail } from '#sandbox/mailbox/mailbox.ts'
import { Client } from '#server/testing/client.ts'
import { PASSWORD, type TestServer } from '#server/testing/harness.ts'
import { Browser } from './browser.ts'
import { requestMail } from './sign-in-flow.ts'

export const CHANNEL = 'KEEPSAKE-GB'
export const toIdentityParams = ({ accountId }: Client) => ({ idpType: 'keepsake', idpSub: accountId })

/** Lists the mails to the address, newest first. */
export async function listMails(server: TestServer, to: string): Promise<ReceivedMail[]> {
  await server.idle()
  return server.mailbox.list().filter(mail => mail.to.includes(to))
}

export const listSubjects = async (server: TestServer, to: string): Promise<string[]> =>
  (await listMails(server, to)).map(({ subject }) => subject)

/** Finds the newest link to this path in a mail to the address. */
export async function findMailedLink(server: TestServer, to: string, path: string): Promise<URL> {
  for (const mail of await listMails(server, to)) {
    const link = listLinks(mail).find(each => each.pathname.startsWith(path))
    if (link) return link
  }
  throw new Error(`No mail to ${to} has a link to ${path}`)
}

/** Finds the first link of the newest mail to the address. */
export async function findNewestLink(server: TestServer, to: string): Promise<URL> {
  const [mail] = await listMails(server, to)
  return listLinks(mail!)[0]!
}

export const listLinks = ({ text }: ReceivedMail): URL[] =>
  [...text.matchAll(/https?:\/\/\S+/g)].map(match => new URL(match[0]))

export const openBrowser = ({ app, origin }: Pick<TestServer, 'app' | 'origin'>): Browser =>
  new Browser(app.http, new URL(origin).host)

/** Opens the page of a mailed link and submits its form. */
export function submitLink(
  server: Pick<TestServer, 'app' | 'origin'>,
  { pathname }: URL,
  fields: Record<string, string> = {},
) {
  return openBrowser(server).submitPage(pathname, fields)
}

/** Requests another e-mail address of a signed-in account; returns the parameters that confirm it. */
export async function requestEmail(server: TestServer, client: Client, email: string, more: object = {}) {
  const params = toIdentityParams(client)
  await client.call(requestEmailChange, { params, body: { email, channel: CHANNEL, ...more } })
  const link = await findMailedLink(server, email, '/change-email-confirmation')
  return { ...params, token: link.searchParams.get('confirmation-token')! }
}

/** Requests another e-mail address of a signed-in account, and confirms it by the mailed link. */
async function confirmEmail(server: TestServer, client: Client, email: string): Promise<void> {
  await client.call(confirmEmailChange, { params: await requestEmail(server, client, email) })
}

/** Changes the e-mail address of a signed-in account; returns its session after that. */
export async function changeEmail(server: TestServer, client: Client, email: string): Promise<Client> {
  await confirmEmail(server, client, email)
  return signInAgain(server, client, email)
}

export const signInAgain = (server: TestServer, client: Client, email = client.email): Promise<Client> =>
  Client.signIn(server.app, server.origin, client.accountId, email, PASSWORD)

/** Requests the deletion of a signed-in account; returns the token of the mailed link. */
export async function requestDeletionToken(server: TestServer, client: Client): Promise<string> {
  await client.call(requestDeletion, { params: toIdentityParams(client), body: { channel: CHANNEL } })
  const link = await findMailedLink(server, client.email, '/delete-account-confirmation')
  return link.searchParams.get('confirmation-token')!
}

/** Closes a signed-in account by the mailed link. */
export async function closeAccount(server: TestServer, client: Client): Promise<ConfirmedDeletion> {
  const token = await requestDeletionToken(server, client)
  return client.call(confirmDeletion, { params: { ...toIdentityParams(client), token } })
}

/**
 * Changes the account's e-mail address and closes the account, as an attacker with its password can. Returns the keep
 * token and the link to 'This was not me', which the former address received.
 */
export async function closeByAttacker(server: TestServer, customer: Client) {
  const email = `attacker-of-${customer.email}`
  await confirmEmail(server, customer, email)
  const link = await findNewestLink(server, customer.email)
  const attacker = await signInAgain(server, customer, email)
  const { keepToken, deletionDate } = await closeAccount(server, attacker)
  return { link, keepToken, deletionDate: new Date(deletionDate), email }
}

/** Requests a link to choose a new password, as 'Forgot your password?' does. */
export async function requestPassword(server: TestServer, email: string): Promise<void> {
  expect((await requestMail(openBrowser(server), 'forgotten', { email })).answer.statusCode).toBe(200)
}

/** Chooses a new password by the newest mailed link; returns the session with it. */
export async function choosePassword(server: TestServer, client: Client, password: string): Promise<Client> {
  const link = await findMailedLink(server, client.email, '/identity/new-password/')
  expect((await submitLink(server, link, { password })).statusCode).toBe(200)
  return Client.signIn(server.app, server.origin, client.accountId, client.email, password)
}
