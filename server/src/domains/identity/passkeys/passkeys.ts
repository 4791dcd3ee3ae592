import { addDays } from 'date-fns/addDays'
import * as contract from '#contract/passkeys.ts'
import {
  type CreationOptions,
  KNOWN_PASSKEY,
  ONLY_SIGN_IN,
  PASSKEYS_MAX,
  type Passkey,
  type RegistrationResponse,
  TOO_MANY_PASSKEYS,
} from '#contract/passkeys.ts'
import { type Context, change, type Reader, type Tx } from '#server/context.ts'
import { Failure, notFound, requireFound } from '#server/http/failure.ts'
import { route } from '#server/http/route.ts'
import { updateRows } from '../../../platform/db/rows.ts'
import { getActor } from '../../../platform/db/statement-scope.ts'
import { getActiveCustomer } from '../../customers/index.ts'
import { recordSecurityEvent } from '../security-events/record-security-event.ts'
import { type AccessAuthor, lockForNewAccess } from '../session/lock-for-new-access.ts'
import { findPasswordHash } from '../store/credentials.ts'
import type { ChallengePurpose } from './challenges.ts'
import { ensureHandle } from './handles.ts'
import { createCreationOptions, verifyRegistration } from './registration.ts'
import { getRelyingParty, type RelyingParty } from './relying-party.ts'
import {
  deletePasskeys,
  findHandle,
  hasPasskeyCreatedBefore,
  insertPasskey,
  listPasskeys,
  lockHandle,
  type PasskeyRow,
} from './store.ts'

/** Days after which a passkey is trusted more than the mailbox: a thief would have been noticed. */
const TRUSTED_AFTER_DAYS = 30
const ADDING_SECONDS = 300

/** Whether the account has a passkey that was made 30 days ago or earlier. */
export const hasTrustedPasskey = (ctx: Context, db: Reader, accountId: string): Promise<boolean> =>
  hasPasskeyCreatedBefore(db, accountId, addDays(ctx.clock.now(), -TRUSTED_AFTER_DAYS))

/** Lists the ids of passkeys that were made 30 days ago or earlier. */
export async function listTrustedPasskeyIds(ctx: Context, db: Reader, accountId: string): Promise<string[]> {
  const trustedUntil = addDays(ctx.clock.now(), -TRUSTED_AFTER_DAYS)
  const rows = await listPasskeys(db, accountId)
  return rows.filter(row => row.created_at <= trustedUntil).map(row => row.passkey_id)
}

export const toPasskey = (row: Omit<PasskeyRow, 'counter' | 'transports'>): Passkey => ({
  id: row.passkey_id,
  name: row.name,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  backedUp: row.backed_up,
})

/** Lists the account's passkeys, and what browsers are told about those of each RP ID. */
async function listPasskeysOfAccount(ctx: Context, { rpId, hostRpId }: RelyingParty, accountId: string) {
  const rows = await listPasskeys(ctx.db, accountId)
  const userId = await findHandle(ctx.db, accountId)
  const accepted = [...new Set([rpId, hostRpId])].flatMap(id => {
    const allAcceptedCredentialIds = rows.filter(row => row.rp_id === id).map(row => row.credential_id)
    return userId === undefined ? [] : [{ rpId: id, userId, allAcceptedCredentialIds }]
  })
  return { passkeys: rows.map(toPasskey), accepted }
}

/** Creates the options of a new passkey. Throws conflict for an account with as many as possible. */
async function createPasskeyOptions(
  ctx: Context,
  party: RelyingParty,
  { accountId, email, relatedOrigins }: { accountId: string; email: string; relatedOrigins: boolean },
): Promise<CreationOptions> {
  const passkeys = await listPasskeys(ctx.db, accountId)
  refuseMore(passkeys)
  const handle = await ensureHandle(ctx.db, accountId)
  const rpId = relatedOrigins ? party.rpId : party.hostRpId
  const purpose = toAddingPurpose(accountId)
  return createCreationOptions(ctx, { name: party.name, rpId }, purpose, { handle, email, passkeys })
}

/**
 * Adds a passkey. Throws bad-request when the browser's response is refused, conflict for one too many, and unauthorized for a
 * session that has ended.
 */
async function addPasskey(
  ctx: Context,
  party: RelyingParty,
  owner: AccessAuthor,
  { response, name }: { response: RegistrationResponse; name?: string },
): Promise<Passkey> {
  const { accountId } = owner
  const device = getActor().deviceName
  const verified = await verifyRegistration(ctx, party, toAddingPurpose(accountId), {
    accountId,
    response,
    device,
  })
  if (!verified)
    throw new Failure('bad-request', 'The passkey was refused', { fields: { response: 'not-valid' } })
  const row = { ...verified, name: name ?? verified.name }
  await change(ctx, async tx => {
    await lockForNewAccess(tx, owner)
    await lockHandle(tx, accountId)
    refuseMore(await listPasskeys(tx.db, accountId))
    if (!(await insertPasskey(tx, row)))
      throw new Failure('conflict', 'The passkey is known', { reason: KNOWN_PASSKEY })
    await recordSecurityEvent(ctx, tx, { accountId, kind: 'passkey.added', detail: { name: row.name } })
  })
  return toPasskey({ ...row, created_at: ctx.clock.now(), last_used_at: null })
}

async function renamePasskey(ctx: Context, accountId: string, id: string, name: string): Promise<void> {
  const key = { account_id: accountId, passkey_id: id }
  if ((await change(ctx, tx => updateRows(tx.db, 'passkeys', key, { name }))) === 0) throw notFound('Passkey')
}

/** Deletes a passkey. Throws conflict for the only way to sign in. */
async function deletePasskey(ctx: Context, accountId: string, id: string): Promise<void> {
  await change(ctx, async tx => {
    await lockHandle(tx, accountId)
    const passkeys = await listPasskeys(tx.db, accountId)
    const passkey = requireFound(
      passkeys.find(each => each.passkey_id === id),
      'Passkey',
    )
    if (passkeys.length === 1 && !(await hasPassword(tx, accountId)))
      throw new Failure('conflict', 'Without it the account has no way to sign in', { reason: ONLY_SIGN_IN })
    await deletePasskeys(tx, accountId, [id])
    await recordSecurityEvent(ctx, tx, { accountId, kind: 'passkey.removed', detail: { name: passkey.name } })
  })
}

const hasPassword = async (tx: Tx, accountId: string) => (await findPasswordHash(tx.db, accountId)) !== null

const toAddingPurpose = (accountId: string): ChallengePurpose => ({
  subject: `add ${accountId}`,
  seconds: ADDING_SECONDS,
})

function refuseMore(passkeys: readonly unknown[]): void {
  if (passkeys.length >= PASSKEYS_MAX)
    throw new Failure('conflict', `${PASSKEYS_MAX} passkeys at most`, { reason: TOO_MANY_PASSKEYS })
}

/** Routes of the caller's passkeys; 404 with an external identity provider, which has its own. */
export const passkeyRoutes = [
  route(contract.listPasskeys, async ({ ctx, caller, request }) => {
    requireOwnProvider(ctx)
    return listPasskeysOfAccount(ctx, getRelyingParty(ctx, request), caller.accountId)
  }),
  route(contract.createPasskeyOptions, async ({ ctx, caller, body, request }) => {
    requireOwnProvider(ctx)
    const { accountId } = caller
    const { email } = await getActiveCustomer(ctx.db, accountId)
    return createPasskeyOptions(ctx, getRelyingParty(ctx, request), { accountId, email, ...body })
  }),
  route(contract.addPasskey, async ({ ctx, caller, body, request }) => {
    requireOwnProvider(ctx)
    return addPasskey(ctx, getRelyingParty(ctx, request), caller, body)
  }),
  route(contract.renamePasskey, async ({ ctx, caller, params, body }) => {
    requireOwnProvider(ctx)
    await renamePasskey(ctx, caller.accountId, params.id, body.name)
  }),
  route(contract.deletePasskey, async ({ ctx, caller, params }) => {
    requireOwnProvider(ctx)
    await deletePasskey(ctx, caller.accountId, params.id)
  }),
]

function requireOwnProvider({ config }: Context): void {
  if (config.oidc) throw notFound('Passkeys')
}
