import { millisecondsInDay } from 'date-fns/constants'
import type { Closure, getDeletionPreview } from '#contract/closures.ts'
import * as contract from '#contract/closures.ts'
import type { Answer } from '#contract/endpoint.ts'
import { type Context, change, type Reader, type Tx } from '../../context.ts'
import { type AccountEraser, type Command, type Domain, defineDomain, eraseRows } from '../../domain.ts'
import { Failure, requireFound } from '../../http/failure.ts'
import { type Route, route } from '../../http/route.ts'
import { parseCommandLine } from '../../platform/command-line.ts'
import { findRow, lockRow, updateRows } from '../../platform/db/rows.ts'
import { on } from '../../platform/events/events.ts'
import { handleJob } from '../../platform/jobs/jobs.ts'
import { findActivation } from '../activation/index.ts'
import { findLibraryTotals } from '../albums/index.ts'
import { accountReopened, findCustomerToErase, reopenAccount } from '../customers/index.ts'
import { consumeMailToken, hashSecret, recordSecurityEvent, requireOwnIdentity } from '../identity/index.ts'
import { countInvoices } from '../invoices/index.ts'
import { countOrders, listOpenOrders } from '../orders/index.ts'
import { getLibrarySize } from '../photos/index.ts'
import { countProjects } from '../projects/index.ts'
import { findErasure } from '../retention/index.ts'
import { countWidgets } from '../widgets/index.ts'
import { confirmDeletion, findDeletionDate } from './closing.ts'
import { listChannelsOfAccount, requestDeletion } from './deletion-request.ts'
import { eraseDueClosures } from './due-closures.ts'
import { type Counts, countAccount, describeCounts, eraseAccount } from './erase-account.ts'
import { eraseClosedAccountsJob } from './job-kinds.ts'
import { closureTables } from './tables.ts'

const createAccountDeletedFailure = () => new Failure('gone', 'The account is deleted')

const createAddressTakenFailure = () =>
  new Failure('conflict', 'Another account has the email address by now')

const closureRoutes: readonly Route[] = [
  route(contract.getDeletionPreview, ({ ctx, caller }) => previewDeletion(ctx, caller.accountId)),

  route(
    contract.requestDeletion,
    async ({ ctx, caller, params, body }) => {
      requireOwnIdentity(caller, params)
      const linkExpires = await requestDeletion(ctx, caller, body.channel)
      return { linkExpires: linkExpires.toISOString() }
    },
    async ({ ctx, caller }) => contract.deletionBody(await listChannelsOfAccount(ctx, caller)),
  ),

  route(contract.confirmDeletion, async ({ ctx, caller, params }) => {
    requireOwnIdentity(caller, params)
    const closedAccount = await confirmDeletion(ctx, caller.accountId, params.token)
    return { ...closedAccount, deletionDate: closedAccount.deletionDate.toISOString() }
  }),

  route(contract.getClosure, ({ ctx, params }) => getClosure(ctx, params.token)),

  route(contract.reopenAccount, ({ ctx, params }) => reopenClosedAccount(ctx, params.token)),
]

/** The job that erases accounts finds them by their closures until everything else is erased. */
const closureEraser: AccountEraser = {
  isRecord: true,
  count: eraseRows(closureTables).count,
  async erase(ctx: Context, { accountId }) {
    // The rows remain as records of the erasure, without the account's id.
    const anonymous = { account_id: null, state: 'erased', ended_at: ctx.clock.now() } as const
    await updateRows(ctx.db, 'closures', { account_id: accountId }, anonymous)
  },
}

/** Account deletion: closed at once, erased after a grace period. */
export const closures = defineDomain({
  name: 'closures',
  dependsOn: [
    'retailer-outbox',
    'customers',
    'identity',
    'photos',
    'activation',
    'albums',
    'orders',
    'invoices',
    'projects',
    'widgets',
    'retention',
  ],
  tables: closureTables,
  routes: closureRoutes,
  listeners: [
    // Its erasure does not start.
    on(accountReopened, async (ctx: Context, tx: Tx, { accountId }) => {
      const reopened = { state: 'reopened', ended_at: ctx.clock.now() } as const
      await updateRows(tx.db, 'closures', { account_id: accountId, state: 'closed' }, reopened)
    }),
  ],
  eraseAccount: closureEraser,
})

/** Creates the job and the command that erase accounts from all of these domains. */
export const createAccountErasure = (
  domains: readonly Domain[],
): Required<Pick<Domain, 'jobs' | 'commands'>> => ({
  jobs: [
    handleJob(eraseClosedAccountsJob, (ctx: Context, _payloads, signal) =>
      eraseDueClosures(ctx, domains, signal),
    ),
  ],
  commands: [createEraseAccountCommand(domains)],
})

/** Returns the state of the account that the mailed link reopens; 404 for an unknown link. */
async function getClosure(ctx: Context, token: string): Promise<Closure> {
  const closure = requireFound(await findRow(ctx.db, 'closures', { keep_hash: hashSecret(token) }), 'Link')
  const { state, account_id: accountId, erase_at: eraseAt } = closure
  const isClosed = state === 'closed' && accountId !== null && eraseAt > ctx.clock.now()
  const orders = isClosed ? await listOpenOrders(ctx, accountId) : []
  return {
    state: isClosed ? 'closed' : state === 'reopened' ? 'reopened' : 'deleted',
    deletionDate: eraseAt.toISOString(),
    openOrders: orders.flatMap(({ order, matter }) => (matter === 'order' ? [order.superOrderCode] : [])),
  }
}

/**
 * Reopens the account of the mailed link with everything in it, until the end of its grace period; repeating it changes
 * nothing. Throws 404 for an unknown link, 409 when another account has the email address by now, 410 once the data are
 * being erased.
 */
export async function reopenClosedAccount(ctx: Context, token: string): Promise<void> {
  const keepHash = hashSecret(token)
  await change(ctx, async tx => {
    const closure = requireFound(await lockRow(tx, 'closures', { keep_hash: keepHash }), 'Link')
    if (closure.state === 'reopened') return
    const { account_id: accountId, state, erase_at: eraseAt } = closure
    if (state !== 'closed' || accountId === null || eraseAt <= ctx.clock.now())
      throw createAccountDeletedFailure()
    const outcome = await reopenAccount(ctx, tx, accountId)
    if (outcome === 'gone') throw createAccountDeletedFailure()
    if (outcome === 'address-taken') throw createAddressTakenFailure()
    await consumeMailToken(ctx, tx, token, 'keep-account')
    await recordSecurityEvent(ctx, tx, { accountId, kind: 'account.kept' })
    tx.afterCommit(() => ctx.log.info({ accountId }, 'account reopened'))
  })
}

/** Counts the data that deleting the account deletes, and lists the orders that stay. */
async function previewDeletion(ctx: Context, accountId: string): Promise<Answer<typeof getDeletionPreview>> {
  const { db, clock } = ctx
  const deletionDate = await findDeletionDate(ctx, db, accountId)
  const { photos, bytes } = await getLibrarySize(db, accountId)
  const openOrders = await listOpenOrders(ctx, accountId)
  return {
    graceDays: Math.ceil((deletionDate.getTime() - clock.now().getTime()) / millisecondsInDay),
    photos,
    ...(await countArchivePhotos(db, accountId)),
    albums: (await findLibraryTotals(db, accountId))?.albums ?? 0,
    bytes,
    projects: await countProjects(db, accountId, clock.now()),
    widgets: await countWidgets(db, accountId),
    orders: await countOrders(db, accountId),
    invoices: await countInvoices(db, accountId),
    openOrders: openOrders.map(({ order, matter }) => ({
      code: order.superOrderCode,
      status: order.status,
      matter,
      paymentExpiresAt: order.paymentExpiresAt,
    })),
  }
}

/** Counts the photos of the legacy library that are not imported; null when they were not counted. */
async function countArchivePhotos(db: Reader, accountId: string): Promise<{ archivePhotos?: number | null }> {
  const activation = await findActivation(db, accountId)
  if (activation?.state !== 'not-active' && activation?.state !== 'importing') return {}
  if (activation.photos === null) return { archivePhotos: null }
  const unimportedPhotos = activation.photos - activation.added - activation.already_there
  return unimportedPhotos > 0 ? { archivePhotos: unimportedPhotos } : {}
}

export const createEraseAccountCommand = (domains: readonly Domain[]): Command => ({
  name: 'erase-account',
  parse(args) {
    const parsed = parseCommandLine(args, { by: { type: 'string' }, 'dry-run': { type: 'boolean' } })
    const [emailOrId, ...rest] = parsed?.words ?? []
    const { by: operator, 'dry-run': isDryRun = false } = parsed?.values ?? {}
    const by = operator?.trim()
    if (!emailOrId || rest.length > 0 || !(by || isDryRun)) return null
    return async (ctx, print) => {
      const customer = await findCustomerToErase(ctx.db, emailOrId)
      if (!customer) return reportUnknownAccount(ctx, emailOrId, print)
      const accountId = customer.account_id
      const printLine = (domain: string, counts: Counts) => print(describeCounts(domain, counts))
      print(`Account ${accountId} of ${customer.brand_id}`)
      if (isDryRun) {
        for (const { domain, counts } of await countAccount(ctx, domains, accountId))
          printLine(domain, counts)
        print('Nothing was erased.')
        return 0
      }
      await eraseAccount(ctx, domains, { accountId, by: by!, rule: 'customer-care' }, printLine)
      print(`Account ${accountId} is erased.`)
      return 0
    }
  },
})

/**
 * Prints that the account is unknown. An erased account cannot be found by its email address, because none is stored.
 */
async function reportUnknownAccount(
  ctx: Context,
  emailOrId: string,
  print: (line: string) => unknown,
): Promise<number> {
  const erasure = await findErasure(ctx.db, emailOrId)
  print(
    erasure
      ? `Account ${emailOrId} was erased on ${erasure.at.toISOString().slice(0, 10)} by ${erasure.actor}.`
      : `No account is called ${emailOrId}: there was none, or it has been erased. Erased ones are known by their id only.`,
  )
  return 1
}
