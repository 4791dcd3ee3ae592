import { putDemoReceiver } from '#sandbox/demo-calls/receivers.ts'
import { type Context, change } from '#server/context.ts'
import {
  callbackSecretAccess,
  replaceSecret,
  requestTest,
  storePastEvents,
} from '#server/domains/callbacks/index.ts'
import { type Customer, changeDetails } from '#server/domains/customers/index.ts'
import { listInvoices } from '#server/domains/invoices/index.ts'
import { listOrders } from '#server/domains/orders/index.ts'
import { planCallbacks } from './callback-plans.ts'
import { DEMO_SIGN_INS, findDemoCustomer } from './customers.ts'
import { isStepDone, markStepDone } from './marks.ts'

/** The name of the studio's system in the stand-in shop. */
const RECEIVER = 'studio'
/** Number of orders, which include those of the past weeks. */
const ORDERS = 60

/**
 * Sets up callbacks of the demo's business to its system, which the stand-in shop simulates, once: address and secret,
 * a log of the past weeks, and a test that is really sent. Resumes after an interrupted start, or one without the
 * shop.
 */
export async function seedDemoCallbacks(ctx: Context): Promise<void> {
  const address = findAddress(ctx)
  if (isStepDone(ctx, 'callbacks') || !address) return
  const studio = await findDemoCustomer(ctx, DEMO_SIGN_INS[2])
  if (!studio || studio.business_status === 'Blocked') return
  // The customer has entered another address.
  if (studio.callback_url !== null && studio.callback_url !== address) return
  // The system must not receive the events of the first start, such as PDFs.
  await ctx.jobs.idle()
  const orders = await listOrders(ctx.db, studio.account_id, { offset: 0, limit: ORDERS })
  if (orders.length === 0) return
  await enableCallbacks(ctx, studio, address)
  const invoices = await listInvoices(ctx.db, studio.account_id)
  const pastEvents = planCallbacks(ctx.clock.now(), {
    orders: orders.map(({ code, body }) => ({ code, history: body.history ?? [] })),
    invoices: invoices
      .filter(({ state }) => state === 'ready')
      .map(each => ({ number: each.number, issueDate: each.issue_date })),
  })
  await storePastEvents(ctx, studio.account_id, pastEvents)
  await requestTest(ctx, studio.account_id)
  await markStepDone(ctx, 'callbacks')
}

/** Null without a shop on this machine that callbacks may reach. */
function findAddress({ config: { retailer, callbackOrigins } }: Context): string | null {
  if (!retailer) return null
  const { origin } = new URL(retailer.url)
  return callbackOrigins.includes(origin) ? `${origin}/callbacks/${RECEIVER}` : null
}

async function enableCallbacks(ctx: Context, studio: Customer, address: string): Promise<void> {
  const { account_id: accountId } = studio
  const ftp = { callbackUrl: address, callbackFormat: 'JSON' as const }
  const conditions = { request: null, requireRecentSignIn: async () => {} }
  await changeDetails(ctx, { accountId, business: true }, { ftp }, conditions)
  const secret = await createSecrets(ctx, accountId)
  await ctx.retailer.call(putDemoReceiver, { params: { name: RECEIVER }, body: { secret } })
}

/** Hours for which the secrets before the newest one sign as well. */
const OVERLAPS = [0, 96, 168]

/** Makes three secrets that sign, in place of those of an interrupted start; returns the newest. */
async function createSecrets(ctx: Context, accountId: string): Promise<string> {
  await change(ctx, tx => callbackSecretAccess.end(ctx, tx, accountId, 'all', 'owner'))
  let newest = ''
  const author = { accountId, grantId: null }
  for (const overlapHours of OVERLAPS) newest = (await replaceSecret(ctx, author, { overlapHours })).secret
  return newest
}
