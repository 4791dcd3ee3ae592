import { Client } from '#server/testing/client.ts'
import type { TestServer } from '#server/testing/harness.ts'
import { DEMO_PASSWORD, type DemoEmail, findDemoCustomer } from './customers.ts'

/** Signs in as a customer of the demo, whom seedDemoCustomers has created. */
export async function signInDemo({ app, ctx, origin }: TestServer, email: DemoEmail): Promise<Client> {
  const { account_id } = (await findDemoCustomer(ctx, email))!
  return Client.signIn(app, origin, account_id, email, DEMO_PASSWORD)
}
