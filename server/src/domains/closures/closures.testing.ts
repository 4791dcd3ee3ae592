import { type ConfirmedDeletion, confirmDeletion, requestDeletion } from '#contract/closures.ts'
import { confirmEmailChange, requestEmailChange } from '#contract/email-changes.ts'
import { Client } from '../../testing/client.ts'
import { PASSWORD, type TestServer } from '../../testing/harness.ts'
import { Browser, readCsrfToken } from '../identity/testing/browser.ts'

export const CHANNEL = 'KEEPSAKE-GB'

export const toIdentityParams = ({ accountId }: Pick<Client, 'accountId'>) => ({
  idpType: 'keepsake',
  idpSub: accountId,
})

/** Requests the deletion and returns the token of the mailed link. */
export async function requestLink(server: TestServer, customer: Client): Promise<string> {
  await customer.call(requestDeletion, { params: toIdentityParams(customer), body: { channel: CHANNEL } })
  const { searchParams } = await findNewestLink(server, customer.email)
  return searchParams.get('confirmation-token')!
}

/** Closes the account by the mailed link. */
export async function closeAccount(server: TestServer, customer: Client): Promise<ConfirmedDeletion> {
  const token = await requestLink(server, customer)
  return customer.call(confirmDeletion, { params: { ...toIdentityParams(customer), token } })
}

/** Finds the first link of the newest mail to the address. */
export async function findNewestLink(server: TestServer, email: string): Promise<URL> {
  await server.idle()
  const mail = server.mailbox.list().find(({ to }) => to.includes(email))
  return new URL(/https?:\/\/\S+/.exec(mail?.text ?? '')![0])
}

/**
 * Changes the account's e-mail address and closes the account, as an attacker with its password can. Returns the keep
 * token and the path of 'This was not me', which the former address received.
 */
export async function closeByAttacker(server: TestServer, customer: Client) {
  const email = `attacker-of-${customer.email}`
  const params = toIdentityParams(customer)
  await customer.call(requestEmailChange, { params, body: { email, channel: CHANNEL } })
  const token = (await findNewestLink(server, email)).searchParams.get('confirmation-token')!
  await customer.call(confirmEmailChange, { params: { ...params, token } })
  const { pathname } = await findNewestLink(server, customer.email)
  const attacker = await signInAgain(server, customer, email)
  const { keepToken, deletionDate } = await closeAccount(server, attacker)
  return { path: pathname, keepToken, deletionDate: new Date(deletionDate), email }
}

export const signInAgain = (server: TestServer, customer: Client, email = customer.email): Promise<Client> =>
  Client.signIn(server.app, server.origin, customer.accountId, email, PASSWORD)

/** Opens a page of the identity provider and submits its form; returns the status. */
export async function submitPage(server: TestServer, path: string): Promise<number> {
  const page = new Browser(server.app.http, new URL(server.origin).host)
  const check = readCsrfToken((await page.get(path)).body)
  return (await page.submit(path, { check })).statusCode
}
