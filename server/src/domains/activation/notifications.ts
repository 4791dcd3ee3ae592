import { randomUUID } from 'node:crypto'
import type { ImportPush, LibraryPush } from '#contract/push.ts'
import type { Context, Tx } from '../../context.ts'
import { publishToAccount } from '../../platform/push/account-channel.ts'
import { presentActivation } from './present.ts'
import type { ActivationRow } from './store.ts'

/** Channel of the import socket. */
export const IMPORT_CHANNEL = 'import'

/**
 * Publishes the state of an import to the account's open pages when the transaction commits. Its start is also
 * published on the library socket, for pages without an import socket.
 */
export async function publishImport(
  ctx: Pick<Context, 'push' | 'clock'>,
  tx: Tx,
  type: ImportPush['type'],
  row: ActivationRow,
): Promise<void> {
  const timestamp = ctx.clock.now().toISOString()
  const body: ImportPush = { id: randomUUID(), type, data: { payload: presentActivation(row), timestamp } }
  await ctx.push.publish(tx, { channel: IMPORT_CHANNEL, accountId: row.account_id, body })
  if (type !== 'import-started') return
  const libraryBody: LibraryPush = { type }
  await publishToAccount(ctx, tx, row.account_id, libraryBody)
}
