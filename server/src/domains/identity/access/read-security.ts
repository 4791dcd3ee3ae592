import type { AccessEntry, AccessKind, AccountSecurity } from '#contract/security.ts'
import type { Context } from '#server/context.ts'
import type { AccessSource } from '#server/domain.ts'
import type { Caller } from '#server/http/route.ts'
import { listFormerEmails } from '../former-emails/former-emails.ts'
import { findPasswordChange } from '../store/credentials.ts'
import { listSecurityEvents } from '../store/security-events.ts'

/** Lists what grants access to the caller's account, of all domains (NX-318). */
export async function readSecurity(
  ctx: Context,
  sources: readonly AccessSource[],
  { accountId, grantId }: Caller,
): Promise<AccountSecurity> {
  const { db } = ctx
  const list = <K extends AccessKind>(kind: K) => listAccess(ctx, sources, kind, accountId)
  const passwordChangedAt = ctx.config.oidc ? null : await findPasswordChange(db, accountId)
  const passkeys = await list('passkeys')
  const devices = await list('devices')
  const [lastEvent] = await listSecurityEvents(db, accountId, { since: new Date(0), limit: 1 })
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
        address: (await list('callbackAddress'))[0] ?? null,
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
