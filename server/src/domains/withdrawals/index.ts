import { defineDomain } from '../../domain.ts'
import { registerFormParser } from '../../http/body-parsers.ts'
import { on } from '../../platform/events/events.ts'
import { handleJob } from '../../platform/jobs/jobs.ts'
import { orderChanged } from '../orders/index.ts'
import { checkStatement } from './check-statement.ts'
import { cleanUpWithdrawals, withdrawalEraser } from './erasure.ts'
import { checkStatementJob, cleanUpWithdrawalsJob, mailDecisionJob, mailReceiptJob } from './job-kinds.ts'
import './order-part.ts'
import { serveWithdrawalPage } from './page/serve-page.ts'
import { sendDecision } from './receipt/decision-email.ts'
import { sendReceipt } from './receipt/receipt-email.ts'
import { applyRetailerStates } from './retailer-states.ts'
import { withdrawalRoutes } from './routes.ts'
import { withdrawalTables } from './tables.ts'

export { withdraw } from './withdraw.ts'

/** Bytes of the public form: its texts in UTF-8, percent-encoded. */
const FORM_MAX = 16 * 1024

/** Withdrawals from contracts: by signed-in consumers for products of their orders, and by everybody on a public page. */
export const withdrawals = defineDomain({
  name: 'withdrawals',
  dependsOn: ['brands', 'retailer-outbox', 'mails', 'customers', 'identity', 'orders'],
  tables: withdrawalTables,
  routes: withdrawalRoutes,
  async mount(app, ctx) {
    await app.register(async scope => {
      registerFormParser(scope, FORM_MAX)
      serveWithdrawalPage(scope, ctx)
    })
  },
  jobs: [
    handleJob(checkStatementJob, async (ctx, payloads) => {
      for (const { withdrawalId } of payloads) await checkStatement(ctx, withdrawalId)
    }),
    handleJob(mailReceiptJob, async (ctx, payloads) => {
      for (const { withdrawalId } of payloads) await sendReceipt(ctx, withdrawalId)
    }),
    handleJob(mailDecisionJob, async (ctx, payloads) => {
      for (const payload of payloads) await sendDecision(ctx, payload)
    }),
    handleJob(cleanUpWithdrawalsJob, ctx => cleanUpWithdrawals(ctx)),
  ],
  listeners: [on(orderChanged, applyRetailerStates)],
  eraseAccount: withdrawalEraser,
})
