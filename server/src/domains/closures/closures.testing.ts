import { type ConfirmedDeletion, confirmDeletion, requestDeletion } from '#contract/closures.ts'
import type { Client } from '../../testing/client.ts'
import type { TestServer } from '../../testing/harness.ts'

export const CHANNEL = 'KEEPSAKE-GB'

export const identityOf = ({ accountId }: Pick<Client, 'accountId'>) => ({
  idpType: 'keepsake',
  idpSub: accountId,
})

/** Requests the deletion and returns the token of the mailed link. */
export async function requestLink(server: TestServer, customer: Client): Promise<string> {
  await customer.call(requestDeletion, { params: identityOf(customer), body: { channel: CHANNEL } })
  const { searchParams } = await newestLink(server, customer.email)
  return searchParams.get('confirmation-token')!
}

/** Closes the account by the mailed link. */
export async function closeAccount(server: TestServer, customer: Client): Promise<ConfirmedDeletion> {
  const token = await requestLink(server, customer)
  return customer.call(confirmDeletion, { params: { ...identityOf(customer), token } })
}

/** The first link of the newest mail to the address. */
export async function newestLink(server: TestServer, email: string): Promise<URL> {
  await server.idle()
  const mail = server.ctx.mailbox!.list().find(({ to }) => to.includes(email))
  return new URL(/https?:\/\/\S+/.exec(mail?.text ?? '')![0])
}
