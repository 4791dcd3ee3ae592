import { createHash } from 'node:crypto'
import { millisecondsInDay } from 'date-fns/constants'
import type { Answer } from '#contract/endpoint.ts'
import { putUpload, STORED_PICTURE_MAX_BYTES } from '#contract/retailer-stored-pictures.ts'
import type { StoredPicture } from '#contract/stored-pictures.ts'
import * as contract from '#contract/stored-pictures.ts'
import { type Context, change, type Reader, type Tx } from '../../context.ts'
import { defineDomain, eraseRowsAndBlobs } from '../../domain.ts'
import { Failure, notFound } from '../../http/failure.ts'
import { readFileBody } from '../../http/read-file-body.ts'
import { type Route, route, type ServiceCaller } from '../../http/route.ts'
import type { SigningContext } from '../../http/session-addresses.ts'
import { defineSignedPictures } from '../../http/signed-pictures.ts'
import { changeForSubmission, receiveSubmission, type Submission } from '../../http/submission.ts'
import { deleteRows, insertMissingRow, listFirstRows, lockRow, notNull } from '../../platform/db/rows.ts'
import { createBytesAccess, SNIFF_BYTES } from '../../platform/images/index.ts'
import { defineJob, handleJob } from '../../platform/jobs/jobs.ts'
import { lockRecipient } from '../customers/index.ts'
import {
  ANONYMOUS,
  deleteUses,
  discardStalePictures,
  discardUnusedPictures,
  findServedPicture,
  listPictures,
  markStored,
  type PictureRow,
  upsertUse,
} from './store.ts'
import { storedPictureTables } from './tables.ts'

/** Removes pictures that are not in use. */
const sweepPicturesJob = defineJob<Record<string, never>>('stored-pictures.sweep', {
  schedule: '25 * * * *',
})

/** Unused pictures are removed after this time; older anonymous pictures are no longer requested. */
const UNUSED_DAYS = 400

/** A picture without bytes after this time was abandoned by a process that died. */
const UNSTORED_DAYS = 1

const BATCH = 200

/**
 * Returns the folder of an account's pictures. Anonymous pictures are in '-', which is not an account id: ids contain a
 * letter or digit.
 */
const toPictureFolder = (accountId: string) => `${accountId === ANONYMOUS ? '-' : accountId}/stored-pictures/`

/** Returns the key of a picture's bytes. */
const toPictureKey = ({ account_id, picture_id }: Pick<PictureRow, 'account_id' | 'picture_id'>) =>
  toPictureFolder(account_id) + picture_id

const signedPictures = defineSignedPictures({
  route: '/media/stored-pictures/:token',
  scope: 'stored-picture',
  // Like addresses of photos: works for an hour, and stays the same for half an hour.
  lifetime: { seconds: 3600, window: 1800 },
  async find({ db }, pictureId) {
    const row = await findServedPicture(db, pictureId)
    return (
      row && { key: toPictureKey(row), contentType: row.content_type, sha256: row.sha256, size: row.size }
    )
  },
})

/** Serves stored pictures, except those of closed accounts; the media type was detected from the content. */
const servePictures = signedPictures.serve

const storedPictureRoutes: readonly Route[] = [
  route(putUpload, async call => {
    const { ctx, params, query, request } = call
    const bytes = await readFileBody(request, STORED_PICTURE_MAX_BYTES, 'A picture')
    const picture = { pictureId: params.id, accountId: query.accountId, bytes }
    const reference = { kind: 'pictures', key: params.id, body: {} }
    return receiveSubmission(call, reference, submission => storePicture(ctx, { ...picture, submission }))
  }),
  route(contract.getUpload, async ({ ctx, caller, params, query, origin }) => {
    if (query.accountId !== caller.accountId)
      throw new Failure('forbidden', 'The account is not the caller’s')
    const [row] = await listPictures(ctx.db, caller.accountId, [params.id])
    if (!row) throw notFound('Picture')
    return presentPicture(ctx, origin, row)
  }),
  route(contract.getAnonymousUploads, async ({ ctx, body, origin }) => {
    const rows = await listPictures(ctx.db, ANONYMOUS, body)
    return rows.map(row => presentPicture(ctx, origin, row))
  }),
]

/** Pictures that the retailer stores: previews of saved projects and widgets. */
export const storedPictures = defineDomain({
  name: 'stored-pictures',
  dependsOn: ['customers'],
  tables: storedPictureTables,
  routes: storedPictureRoutes,
  mount: servePictures,
  jobs: [handleJob(sweepPicturesJob, (ctx, _payloads, signal) => sweepPictures(ctx, signal))],
  eraseAccount: eraseRowsAndBlobs(storedPictureTables, toPictureFolder),
})

function presentPicture(
  ctx: SigningContext,
  origin: string,
  { picture_id, content_type, created_at }: PictureRow,
): StoredPicture {
  return {
    id: picture_id,
    url: signedPictures.sign(ctx, origin, picture_id),
    contentType: content_type,
    createdAt: created_at.toISOString(),
  }
}

/** Finds addresses of the account's pictures among these ids; pictures that have not arrived have none. */
export async function findPictureAddresses(
  ctx: Pick<Context, 'signer' | 'clock'>,
  db: Reader,
  { accountId, origin }: { accountId: string; origin: string },
  pictureIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await listPictures(db, accountId, pictureIds)
  return new Map(rows.map(({ picture_id }) => [picture_id, signedPictures.sign(ctx, origin, picture_id)]))
}

/**
 * Sets the picture that an object such as 'project:7' displays; undefined removes it. A picture that is no longer in use is
 * removed after the transaction.
 */
export async function setPictureUse(
  ctx: Pick<Context, 'jobs' | 'clock'>,
  tx: Tx,
  { accountId, usedBy }: { accountId: string; usedBy: string },
  pictureId: string | undefined,
): Promise<void> {
  const formerPictureIds = await deleteUses(tx, accountId, usedBy, pictureId)
  if (pictureId !== undefined) await upsertUse(tx, accountId, usedBy, pictureId)
  if (formerPictureIds.length === 0) return
  await discardUnusedPictures(tx, accountId, formerPictureIds, ctx.clock.now())
  await ctx.jobs.send(tx, sweepPicturesJob, [{}])
}

/** Removes unused pictures: bytes first, then rows. */
export async function sweepPictures(ctx: Context, signal: AbortSignal): Promise<void> {
  const now = ctx.clock.now()
  const getDaysAgo = (days: number) => new Date(now.getTime() - days * millisecondsInDay)
  await change(ctx, tx =>
    discardStalePictures(tx, now, {
      createdBefore: getDaysAgo(UNUSED_DAYS),
      unstoredBefore: getDaysAgo(UNSTORED_DAYS),
    }),
  )
  while (!signal.aborted) {
    const discarded = { discarded_at: notNull }
    const rows = await listFirstRows(ctx.db, 'stored_pictures', discarded, BATCH, 'picture_id')
    if (rows.length === 0) return
    await ctx.blobs.remove(rows.map(toPictureKey))
    await deleteRows(ctx.db, 'stored_pictures', { picture_id: rows.map(row => row.picture_id) })
  }
}

interface NewPicture {
  pictureId: string
  /** Undefined for an anonymous picture. */
  accountId: string | undefined
  bytes: Uint8Array
  submission?: Submission | undefined
}

/**
 * Stores a picture under its id; `stored` is false when it was stored before. Another picture or account for the same id is
 * a conflict. The row is inserted before the bytes are written, so that a crash leaves no bytes without a row. 404 for an
 * unknown or erased account.
 */
export async function storePicture(
  ctx: Context,
  { pictureId, accountId = ANONYMOUS, bytes, submission }: NewPicture,
): Promise<Answer<typeof putUpload>> {
  const row = {
    picture_id: pictureId,
    account_id: accountId,
    content_type: await detectPictureType(ctx, bytes),
    sha256: createHash('sha256').update(bytes).digest('hex'),
    size: bytes.length,
    created_at: ctx.clock.now(),
  }
  const reserve = (tx: Tx) => reservePicture(tx, row, submission?.service)
  if (!(await changeForSubmission(ctx, submission, reserve))) return { stored: false }
  if (submission?.isDryRun) return { stored: true }
  await ctx.blobs.checkSpace(bytes.length)
  await ctx.blobs.put(toPictureKey(row), bytes)
  if (await change(ctx, tx => markStored(tx, pictureId, ctx.clock.now()))) return { stored: true }
  await ctx.blobs.remove([toPictureKey(row)])
  throw notFound('Customer')
}

/** Inserts the row; true while the bytes must still be stored. */
async function reservePicture(
  tx: Tx,
  row: Omit<PictureRow, 'stored_at' | 'discarded_at'>,
  service: ServiceCaller | undefined,
): Promise<boolean> {
  if (row.account_id !== ANONYMOUS) await lockRecipient(tx, { accountId: row.account_id, service })
  if (await insertMissingRow(tx.db, 'stored_pictures', row)) return true
  const existingPicture = await lockRow(tx, 'stored_pictures', { picture_id: row.picture_id })
  if (
    !existingPicture ||
    existingPicture.account_id !== row.account_id ||
    existingPicture.sha256 !== row.sha256
  )
    throw new Failure('conflict', 'The id belongs to another picture')
  return existingPicture.stored_at === null
}

/** Detects the media type from the content; refuses anything but a complete JPEG or PNG. */
async function detectPictureType(
  { images }: Context,
  bytes: Uint8Array,
): Promise<PictureRow['content_type']> {
  const type = images.sniff(bytes.subarray(0, SNIFF_BYTES))
  if (type !== 'image/jpeg' && type !== 'image/png')
    throw new Failure('unsupported-type', 'A JPEG or PNG is needed')
  const structure = await images.checkStructure(createBytesAccess(bytes))
  if (!structure.ok) throw new Failure('broken-picture', `The picture is ${structure.reason}`)
  return type
}
