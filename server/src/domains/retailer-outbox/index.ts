import { millisecondsInDay } from 'date-fns/constants'
import { defineDomain } from '../../domain.ts'
import { handleJob } from '../../platform/jobs/jobs.ts'
import { retailerOutboxCommand } from './command.ts'
import { dispatchDueMessages } from './dispatcher.ts'
import { outboxEraser } from './erasure.ts'
import { cleanUpMessages, dispatchMessages } from './job-kinds.ts'
import { messageAttempts, waitingMessagesSource } from './metrics.ts'
import { deleteEndedMessages } from './store/messages.ts'
import { retailerOutboxTables } from './tables.ts'

export { enqueueMessage } from './enqueue.ts'
export { defineMessageKind } from './message-kinds.ts'

const ENDED_DAYS = 30

/** Calls to the retailer, each repeated with the same id until it is answered. */
export const retailerOutbox = defineDomain({
  name: 'retailer-outbox',
  dependsOn: [],
  tables: retailerOutboxTables,
  jobs: [
    handleJob(dispatchMessages, (ctx, _payloads, signal) => dispatchDueMessages(ctx, signal)),
    handleJob(cleanUpMessages, ctx =>
      deleteEndedMessages(ctx.db, new Date(ctx.clock.now().getTime() - ENDED_DAYS * millisecondsInDay)),
    ),
  ],
  commands: [retailerOutboxCommand],
  metrics: { counted: [messageAttempts], sources: ctx => [waitingMessagesSource(ctx)] },
  eraseAccount: outboxEraser,
})
