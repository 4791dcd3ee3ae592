import { deleteProject } from '#contract/retailer-calls/projects.ts'
import type { Context, Tx } from '../../context.ts'
import { defineMessageKind, enqueueMessage } from '../retailer-outbox/index.ts'
import type { ProjectRow } from './store.ts'

const projectDeletion = defineMessageKind({
  name: 'projects.deletion',
  call: deleteProject,
  outlivesAccount: true,
  build: async (_ctx, { messageId: id }) => ({ params: { id } }),
})

/** Enqueues the message that a locked project is deleted; does nothing without a retailer. */
export async function enqueueDeletion(
  ctx: Context,
  tx: Tx,
  { project_id: messageId, account_id: accountId }: Pick<ProjectRow, 'project_id' | 'account_id'>,
): Promise<void> {
  const subject = `project:${messageId}`
  if (ctx.config.retailer) await enqueueMessage(ctx, tx, projectDeletion, { messageId, accountId, subject })
}
