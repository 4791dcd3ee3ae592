import { addDays } from 'date-fns/addDays'
import type { Answer } from '#contract/endpoint.ts'
import { SECURITY_EVENT_KINDS, UNDO_DAYS } from '#contract/journal.ts'
import {
  type AccessEntry,
  type AccessKind,
  type AccountSecurity,
  getAccountSecurity,
  getSecurityEvents,
  type SecurityEvent,
} from '#contract/security.ts'
import type { Context } from '#server/context.ts'
import type { AccessSource } from '#server/domain.ts'
import { type Caller, type Route, route } from '#server/http/route.ts'
import { type EntryRow, listEntries, readEntries } from '../../journal/index.ts'
import { listFormerEmails } from '../former-emails/former-emails.ts'
import { findPasswordChange } from '../store/credentials.ts'

/** Events without anything to undo: access that ended or ends soon. */
const HARMLESS_KINDS: ReadonlySet<string> = new Set(['access.ended', 'api-key.expiring'])

/** Lists what grants access to an account in all domains. */
export const createAccessRoutes = (listSources: () => readonly AccessSource[]): readonly Route[] => [
  route(getAccountSecurity, ({ ctx, caller }) => readSecurity(ctx, listSources(), caller)),
  route(getSecurityEvents, ({ ctx, caller, query }) => readSecurityEvents(ctx, caller.accountId, query)),
]

/** Reads a page of the account's security events, newest first. */
async function readSecurityEvents(
  ctx: Context,
  accountId: string,
  query: { cursor?: string | undefined; limit: number },
): Promise<Answer<typeof getSecurityEvents>> {
  const { rows, cursor } = await readEntries(ctx, accountId, query, SECURITY_EVENT_KINDS)
  const undoableSince = addDays(ctx.clock.now(), -UNDO_DAYS)
  return { events: rows.map(row => presentEvent(row, undoableSince)), cursor }
}

function presentEvent(row: EntryRow, undoableSince: Date): SecurityEvent {
  return {
    id: row.entry_id,
    kind: row.kind,
    at: row.at.toISOString(),
    device: row.device_name,
    network: row.network,
    detail: row.detail,
    canUndo: row.at > undoableSince && !HARMLESS_KINDS.has(row.kind),
  }
}

/** Lists what grants access to the caller's account, of all domains. */
async function readSecurity(
  ctx: Context,
  sources: readonly AccessSource[],
  { accountId, grantId }: Caller,
): Promise<AccountSecurity> {
  const { db } = ctx
  const list = <K extends AccessKind>(kind: K) => listAccess(ctx, sources, kind, accountId)
  const passwordChangedAt = ctx.config.oidc ? null : await findPasswordChange(db, accountId)
  const passkeys = await list('passkeys')
  const devices = await list('devices')
  const [lastEvent] = await listEntries(db, accountId, {
    since: new Date(0),
    kinds: SECURITY_EVENT_KINDS,
    limit: 1,
  })
  return {
    password: passwordChangedAt && { changedAt: passwordChangedAt.toISOString() },
    devices: devices
      .map(device => ({ ...device, current: device.id === grantId }))
      .toSorted((a, b) => Number(b.current) - Number(a.current)),
    uploadSessions: await list('uploadSessions'),
    mailLinks: await list('mailLinks'),
    passkeys,
    systems: {
      apiKeys: await list('apiKeys'),
      sftpKeys: await list('sftpKeys'),
      sftpPassword: (await list('sftpPassword'))[0] ?? null,
      callbacks: {
        addresses: await list('callbackAddress'),
        secrets: await list('callbackSecrets'),
      },
    },
    formerEmails: (await listFormerEmails(db, accountId, ctx.clock.now())).map(({ email, until }) => ({
      email,
      until: until.toISOString(),
    })),
    reauthentication: [
      ...(passwordChangedAt ? ['password'] : []),
      ...(passkeys.length > 0 ? ['passkey'] : []),
    ],
    lastEventAt: lastEvent?.at.toISOString() ?? null,
  }
}

async function listAccess<K extends AccessKind>(
  ctx: Context,
  sources: readonly AccessSource[],
  kind: K,
  accountId: string,
): Promise<AccessEntry<K>[]> {
  const entries: AccessEntry[] = []
  for (const source of sources)
    if (source.kind === kind) entries.push(...(await source.list(ctx, ctx.db, accountId)))
  return entries as AccessEntry<K>[]
}
