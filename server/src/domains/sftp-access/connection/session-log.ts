import { SFTP_FOLDERS } from '#contract/sftp-access.ts'
import { type Context, change } from '../../../context.ts'
import { lockCustomer } from '../../customers/index.ts'
import { record } from '../../journal/index.ts'
import type { Credential } from '../store.ts'

/** What a client did with a file, or tried to. */
export interface FileUse {
  act: 'fetched' | 'stored' | 'interrupted' | 'renamed' | 'removed' | 'refused'
  path: string
  bytes?: number
  /** Of a fetched file, to tell whether all of it was sent. */
  size?: number
  /** Why it was refused, as the client was told. */
  problem?: string
}

/** The files of a connection. */
export interface SessionLog {
  /** Logs the use of a file. */
  add(use: FileUse): void
  /** Logs the connection's end and records it with its files, if there are any; once, however often it is called. */
  end(): Promise<void>
}

/** Names of files in an entry. */
const FILES_MAX = 50
/** Files that the customer has not named; the log has no personal data. */
const isNamedByUs = ({ act, path }: FileUse) =>
  act === 'fetched' && !path.startsWith(`${SFTP_FOLDERS.orders}/`)

export function createSessionLog(
  ctx: Context,
  { accountId, credential, network }: { accountId: string; credential: Credential; network: string | null },
): SessionLog {
  const startedAt = ctx.clock.now()
  const key = credential.kind === 'key' ? credential.keyId : null
  const files: string[] = []
  const counts = { files: 0, bytes: 0 }
  let ended: Promise<void> | undefined
  const end = async () => {
    const seconds = Math.round((ctx.clock.now().getTime() - startedAt.getTime()) / 1000)
    ctx.log.info({ account: accountId, key, ...counts, seconds }, 'SFTP session')
    if (counts.files === 0) return
    const detail = {
      ...(credential.kind === 'key' && { name: credential.name }),
      ...Object.fromEntries(
        Object.entries({ ...counts, seconds }).map(([name, value]) => [name, String(value)]),
      ),
      names: files.join('\n'),
    }
    await change(ctx, async tx => {
      const customer = await lockCustomer(tx, accountId)
      // Its erasure has ended the connection, and leaves no entry.
      if (!customer || customer.deleted_at) return
      const by = { type: 'sftp', id: key, network } as const
      await record(ctx, tx, { accountId, kind: 'sftp.session', by, detail })
    })
  }
  return {
    add(use) {
      const { act, path, bytes, size, problem } = use
      const file = isNamedByUs(use) ? path : undefined
      ctx.log.info({ account: accountId, key, act, file, bytes, size, problem }, 'SFTP file')
      counts.files++
      counts.bytes += bytes ?? 0
      if (files.length < FILES_MAX) files.push(describeUse(use))
    },
    end() {
      ended ??= end().catch(error =>
        ctx.log.error({ err: error, account: accountId }, 'an SFTP session was not recorded'),
      )
      return ended
    },
  }
}

function describeUse({ act, path, bytes, size, problem }: FileUse): string {
  if (problem !== undefined) return `${act} ${path}: ${problem}`
  if (bytes === undefined) return `${act} ${path}`
  return `${act} ${path}, ${bytes}${size === undefined || bytes >= size ? '' : ` of ${size}`} bytes`
}
