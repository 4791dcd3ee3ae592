import type { Answer } from '#contract/endpoint.ts'
import type { Project } from '#contract/projects.ts'
import * as contract from '#contract/projects.ts'
import type { putProject, RetailerProject } from '#contract/retailer-projects.ts'
import * as retailer from '#contract/retailer-projects.ts'
import { type Context, change, type Tx } from '../../context.ts'
import { defineDomain, eraseRows, type UndoSource } from '../../domain.ts'
import { readChanges } from '../../http/cursor.ts'
import { Failure, notFound } from '../../http/failure.ts'
import { checkPastInstants } from '../../http/past-instants.ts'
import { type Route, route } from '../../http/route.ts'
import { receiveSubmission, type Submission } from '../../http/submission.ts'
import { listValues, notEqual, updateRows, upsertNewerRow } from '../../platform/db/rows.ts'
import { runOnSchedule } from '../../platform/jobs/jobs.ts'
import { publishToAccount } from '../../platform/push/account-channel.ts'
import { getBrandById, listShopOrigins, parseShopAddress } from '../brands/index.ts'
import {
  type Customer,
  findActiveCustomer,
  findDeletionDate,
  receiveAccountVersion,
} from '../customers/index.ts'
import { record, recordUndoOf } from '../journal/index.ts'
import { answerState, answerStates } from '../services/index.ts'
import { findPictureAddresses, setPictureUse } from '../stored-pictures/index.ts'
import { cleanUpProjects, eraseRetailerProject, toPictureUse } from './erasure.ts'
import {
  countProjects,
  deleteRecord,
  listDeletedProjects,
  listProjects,
  lockProject,
  type ProjectRow,
} from './store.ts'
import { type ProjectBody, projectTables } from './tables.ts'

export { eraseExpiredProjects } from './erasure.ts'
export {
  countProjects,
  countProjectsOfAccounts,
  expireProjects,
  listAccountsWithProjects,
  listPhotosOfProjects,
  listProjectTitles,
  restoreExpiredProjects,
} from './store.ts'

const projectRoutes: readonly Route[] = [
  route(retailer.putProject, call => {
    const { ctx, params, body } = call
    const { accountId, ...project } = body
    const reference = { kind: 'projects', key: params.id }
    return receiveSubmission(call, reference, sent => upsertProject(ctx, params.id, accountId, project, sent))
  }),
  route(retailer.getRetailerProject, call => answerState(call, 'projects', call.params.id)),
  route(retailer.getRetailerProjects, call => answerStates(call, 'projects')),
  route(retailer.deleteRetailerProject, async ({ ctx, params, request }) => ({
    deleted: await eraseRetailerProject(ctx, params.id, request.service!),
  })),
  route(contract.getProjects, async ({ ctx, caller: { accountId, key }, params, query, origin }) => {
    if (params.accountId !== accountId) throw new Failure('forbidden', 'The account is not the caller’s')
    const now = ctx.clock.now()
    const { skip: offset, ...page } = query
    const { rows, next } = await readChanges(
      ['projects', accountId],
      page,
      part => listProjects(ctx.db, accountId, now, { ...part, offset }),
      {
        newest: ({ changed_at, project_id }) => ({ at: changed_at, id: project_id }),
        change: ({ updated_at, project_id }) => ({ at: updated_at, id: project_id }),
      },
    )
    return {
      projects: await presentProjects(ctx, { accountId, origin, withPictures: key === null }, rows),
      totalProjectCount: await countProjects(ctx.db, accountId, now),
      cursor: next,
    }
  }),
  route(contract.deleteProject, ({ ctx, caller, params }) => deleteProject(ctx, caller.accountId, params.id)),
  route(contract.restoreProject, ({ ctx, caller, params }) =>
    changeDeletion(ctx, caller.accountId, params.id, null),
  ),
]

/** Presents the account's projects as its customer sees them, in the order of the rows. */
async function presentProjects(
  ctx: Context,
  { accountId, origin, withPictures }: { accountId: string; origin: string; withPictures: boolean },
  rows: readonly ProjectRow[],
): Promise<Project[]> {
  const customer = await findActiveCustomer(ctx.db, accountId)
  if (!customer) return []
  const photosDeleted = findDeletionDate(customer, ctx.clock.now())
  const shopOrigins = listShopOrigins(ctx.config, getBrandById(customer.brand_id))
  const previewIds = withPictures ? rows.flatMap(({ body }) => body?.previewId ?? []) : []
  const addresses = await findPictureAddresses(ctx, ctx.db, { accountId, origin }, previewIds)
  return rows.map(row => {
    const { title, articleName, pageCount, previewId, createdAt, editorUrl } = row.body!
    return {
      id: row.project_id,
      version: row.version,
      changedAt: row.updated_at.toISOString(),
      title,
      thumbnailUrl: (previewId && addresses.get(previewId)) ?? null,
      ...(previewId && { previewId }),
      articleName,
      pageCount: pageCount ?? null,
      createdAt: new Date(createdAt).toISOString(),
      updatedAt: row.changed_at.toISOString(),
      expiresAt: minDate(photosDeleted, row.expires_at)?.toISOString() ?? null,
      editorUrl: parseShopAddress(editorUrl, shopOrigins) ?? null,
    }
  })
}

function minDate(a: Date | null, b: Date | null): Date | null {
  if (!a || !b) return a ?? b
  return a < b ? a : b
}

/** Restores a deleted project. */
const projectUndo: UndoSource = {
  kinds: ['project.deleted'],
  isFromBin: true,
  async undo(ctx, { account_id, subject }) {
    await changeDeletion(ctx, account_id, subject!, null)
    return { restored: 0, hasMore: false }
  },
  async findOpen(ctx, accountId, entries) {
    const deleted = await listDeletedProjects(
      ctx.db,
      accountId,
      entries.map(({ subject }) => subject!),
    )
    const ids = new Set(deleted.map(({ project_id }) => project_id))
    return new Map(entries.flatMap(({ entry_id, subject }) => (ids.has(subject!) ? [[entry_id, null]] : [])))
  },
}

/** Saved projects: unfinished products in the retailer's editor. */
export const projects = defineDomain({
  name: 'projects',
  dependsOn: ['brands', 'services', 'journal', 'retailer-outbox', 'customers', 'stored-pictures'],
  tables: projectTables,
  routes: projectRoutes,
  jobs: [runOnSchedule('projects.clean-up', '35 * * * *', cleanUpProjects)],
  undo: [projectUndo],
  caseLines: {
    find: ({ db }, word) =>
      listValues(db, 'projects', { project_id: word, account_id: notEqual('') }, 'account_id'),
  },
  eraseAccount: eraseRows(projectTables),
})

/**
 * Stores a version of a saved project. A project that its customer deleted, or that expired with the photos, is shown again
 * if the customer has changed it since; an erased project is not stored. 404 for an unknown or erased account, 400 for an
 * editor outside the shops of the customer's brand; conflict for a project of another account and for other content under
 * the same version.
 */
export async function upsertProject(
  ctx: Context,
  projectId: string,
  accountId: string,
  { version, updatedAt, expiresAt, ...body }: RetailerProject,
  submission?: Submission,
): Promise<Answer<typeof putProject>> {
  checkPastInstants(ctx, { createdAt: body.createdAt, updatedAt }, submission)
  const incoming = { accountId, version, content: toContent(body, updatedAt, expiresAt), submission }
  const { receipt } = await receiveAccountVersion(ctx, incoming, customer => {
    checkEditor(ctx, customer, body.editorUrl)
    return {
      read: tx => lockProjectOfVendor(tx, projectId, customer.vendor),
      // The record of a project that was deleted before it arrived has no account.
      isOwn: row => row.erased_at !== null || row.account_id === accountId,
      isFinal: row => row.erased_at !== null,
      getContent: readContent,
      conflictMessage: 'The project belongs to another account',
      write: async (tx, stored) => {
        const changedAt = new Date(updatedAt)
        const isChangedSince = (at: Date | null | undefined) => !at || changedAt > at
        const row: ProjectRow = {
          project_id: projectId,
          account_id: accountId,
          version,
          body,
          changed_at: changedAt,
          updated_at: ctx.clock.now(),
          expires_at: expiresAt ? new Date(expiresAt) : null,
          deleted_at: isChangedSince(stored?.deleted_at) ? null : stored!.deleted_at,
          expired_at: isChangedSince(stored?.expired_at) ? null : stored!.expired_at,
          erased_at: null,
          deleted_for: null,
        }
        if (
          !(await upsertNewerRow(tx, 'projects', ['project_id'], { ...row, body: JSON.stringify(row.body) }))
        )
          return false
        await setPictureUse(ctx, tx, toPictureUse(row), body.previewId)
        return true
      },
      publish: tx => publishToAccount(ctx, tx, accountId, { type: 'projects-changed' }),
    }
  })
  return receipt
}

/** Locks the project; the record of one that another vendor's service deleted before it arrived is deleted. */
async function lockProjectOfVendor(
  tx: Tx,
  projectId: string,
  vendor: string,
): Promise<ProjectRow | undefined> {
  const row = await lockProject(tx, projectId)
  if (!row?.deleted_for || row.deleted_for.includes(vendor)) return row
  await deleteRecord(tx, projectId)
  return undefined
}

/** Moves the account's project to its bin; repeated, nothing changes. 404 for an unknown, foreign or erased one. */
export const deleteProject = (ctx: Context, accountId: string, projectId: string): Promise<void> =>
  changeDeletion(ctx, accountId, projectId, ctx.clock.now())

function changeDeletion(
  ctx: Context,
  accountId: string,
  projectId: string,
  deletedAt: Date | null,
): Promise<void> {
  return change(ctx, async tx => {
    const row = await lockProject(tx, projectId)
    if (!row || row.account_id !== accountId || row.erased_at || row.expired_at) throw notFound('Project')
    if ((row.deleted_at === null) === (deletedAt === null)) return
    const columns = { deleted_at: deletedAt, updated_at: ctx.clock.now() }
    await updateRows(tx.db, 'projects', { project_id: projectId }, columns)
    if (deletedAt === null) await recordUndoOf(ctx, tx, accountId, 'project.deleted', projectId)
    else {
      const detail = { title: row.body?.title ?? '' }
      await record(ctx, tx, { accountId, kind: 'project.deleted', subject: projectId, detail })
    }
    await publishToAccount(ctx, tx, accountId, { type: 'projects-changed' })
  })
}

function checkEditor(ctx: Context, { brand_id }: Customer, editorUrl: string): void {
  const origins = listShopOrigins(ctx.config, getBrandById(brand_id))
  if (parseShopAddress(editorUrl, origins) === undefined)
    throw new Failure('bad-request', 'The editor is at no shop of the brand', {
      fields: { editorUrl: 'not-valid' },
    })
}

/** Returns the content by which versions are compared; instants are normalised, so that spellings do not differ. */
const toContent = (
  body: ProjectBody,
  updatedAt: Date | string,
  expiresAt: Date | string | null | undefined,
) => ({
  ...body,
  updatedAt: new Date(updatedAt).toISOString(),
  expiresAt: expiresAt ? new Date(expiresAt).toISOString() : null,
})

const readContent = ({ body, changed_at, expires_at }: ProjectRow) => toContent(body!, changed_at, expires_at)
