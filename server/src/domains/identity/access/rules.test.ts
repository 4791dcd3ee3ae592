import { expect, test } from 'vitest'
import { ACCESS_KINDS, type AccessKind } from '#contract/security.ts'
import type { Context, Tx } from '#server/context.ts'
import type { AccessSource } from '#server/domain.ts'
import { createManualClock } from '#server/platform/clock/clock.testing.ts'
import type { RevocationCause } from './revoke-access.ts'
import { revokeAccess } from './revoke-access.ts'

const NOW = new Date('2026-11-27T12:00:00Z')
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000).toISOString()

/** Three entries of each kind: one of today, one of 29 and one of 31 days ago. */
const AGES = [0, 29, 31]

/** Revokes access to an account with entries of all kinds; returns which of them have ended, by kind. */
async function revoke(cause: RevocationCause, keep: { grantId?: string; ids?: string[] } = {}) {
  const ended: Partial<Record<AccessKind, string[]>> = {}
  const sources = ACCESS_KINDS.map((kind): AccessSource => {
    const ids = AGES.map(age => `${kind}-${age}`)
    const add = (endedIds: readonly string[]) => {
      ended[kind] = [...(ended[kind] ?? []), ...endedIds]
    }
    return {
      kind,
      tables: [],
      list: async () => ids.map((id, at) => ({ id, createdAt: daysAgo(AGES[at]!) })) as never,
      end: async (_ctx, _tx, account, chosen, endCause) => {
        expect([account, endCause]).toEqual(['anna', cause])
        add(chosen === 'all' ? ids : chosen)
      },
      ...(kind === 'devices' && {
        endOthers: async (_ctx, _tx, account, kept, endCause) => {
          expect([account, endCause]).toEqual(['anna', cause])
          add(ids.filter(id => id !== kept))
        },
      }),
    }
  })
  const ctx = { clock: createManualClock(NOW) } as unknown as Context
  await revokeAccess(ctx, { db: null } as unknown as Tx, sources, {
    accountId: 'anna',
    cause,
    keepGrantId: keep.grantId ?? null,
    keepIds: keep.ids ?? [],
  })
  return ended
}

const all = (kind: AccessKind) => AGES.map(age => `${kind}-${age}`)
const young = (kind: AccessKind) => [`${kind}-0`, `${kind}-29`]

test('NX-319 a password chosen in a session ends other browsers and apps and mailed links; the rest stays', async () => {
  expect(await revoke('password-changed', { grantId: 'devices-29' })).toEqual({
    devices: ['devices-0', 'devices-31'],
    mailLinks: all('mailLinks'),
  })
})

test('NX-320 a password chosen by a mailed link ends sessions, links and transfers, and machine access of the last 30 days', async () => {
  expect(await revoke('password-reset')).toEqual({
    devices: all('devices'),
    mailLinks: all('mailLinks'),
    uploadSessions: all('uploadSessions'),
    passkeys: young('passkeys'),
    apiKeys: young('apiKeys'),
    sftpKeys: young('sftpKeys'),
    sftpPassword: young('sftpPassword'),
    callbackAddress: young('callbackAddress'),
    callbackSecrets: young('callbackSecrets'),
  })
})

test('NX-320 the owner can keep new machine access, and nothing that always ends', async () => {
  const ids = ['apiKeys-0', 'callbackAddress-29', 'devices-0', 'mailLinks-0', 'uploadSessions-0']
  const ended = await revoke('password-reset', { ids })
  expect([ended.apiKeys, ended.callbackAddress]).toEqual([['apiKeys-29'], ['callbackAddress-0']])
  expect([ended.devices, ended.mailLinks, ended.uploadSessions]).toEqual([
    all('devices'),
    all('mailLinks'),
    all('uploadSessions'),
  ])
})

test('NX-321 NX-364 ‘It wasn’t me’ ends everything but an address of callbacks from before and the passkeys that are kept', async () => {
  const ended = await revoke('not-me', { ids: ACCESS_KINDS.map(kind => `${kind}-31`) })
  const expected = ACCESS_KINDS.map(kind => [kind, all(kind)])
  expect(ended).toEqual({
    ...Object.fromEntries(expected),
    callbackAddress: young('callbackAddress'),
    passkeys: young('passkeys'),
  })
})
