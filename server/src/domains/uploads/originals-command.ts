import { randomUUID } from 'node:crypto'
import type { Context } from '../../context.ts'
import type { Command, CommandAction } from '../../domain.ts'
import { parseCommandLine } from '../../platform/command-line.ts'
import { findCustomer } from '../customers/index.ts'
import {
  eraseMissing,
  listMissingOriginals,
  listOrphanOriginals,
  type OrphanOriginal,
} from '../photos/index.ts'
import { uploadStream } from './server-uploads.ts'

/** Repairs the library after the restore of a database that is older than the blob store. */
export const originalsCommand: Command = {
  name: 'originals',
  parse(args) {
    const parsed = parseCommandLine(args, { by: { type: 'string' }, erase: { type: 'boolean' } })
    if (parsed?.words.length !== 1) return null
    const [verb] = parsed.words
    const { erase = false } = parsed.values
    const by = parsed.values.by?.trim()
    if (verb === 'recover' && by && !erase) return recoverOriginals(by)
    if (verb === 'missing' && Boolean(by) === erase) return reportMissingOriginals(by)
    return null
  },
}

const recoverOriginals =
  (by: string): CommandAction =>
  async (ctx, print) => {
    const counts = { added: 0, 'already-there': 0, refused: 0, 'without account': 0, failed: 0 }
    for await (const original of listOrphanOriginals(ctx)) {
      const outcome = await recoverOriginal(ctx, original).catch(error => {
        ctx.log.error({ err: error, photoId: original.photoId }, 'original not recovered')
        return 'failed' as const
      })
      counts[outcome]++
      print(`${original.accountId} ${original.photoId} ${outcome}`)
    }
    ctx.log.warn({ by, ...counts }, 'originals recovered')
    print(
      Object.entries(counts)
        .map(([outcome, count]) => `${count} ${outcome}`)
        .join(', '),
    )
    return counts.failed > 0 ? 1 : 0
  }

/** Uploads an original as a new photo of its account. Its file name is lost; its date is read from its content. */
async function recoverOriginal(ctx: Context, { key, accountId, photoId, sha256, size }: OrphanOriginal) {
  const customer = await findCustomer(ctx.db, accountId)
  if (!customer || customer.deleted_at) return 'without account'
  const file = {
    uploadId: randomUUID(),
    fileName: `photo-${photoId.slice(0, 8)}`,
    sha256,
    size,
    imported: { date: null },
  }
  const outcome = await uploadStream(ctx, accountId, file, ctx.blobs.read(key))
  return outcome?.state ?? 'failed'
}

const reportMissingOriginals =
  (by: string | undefined): CommandAction =>
  async (ctx, print) => {
    let count = 0
    for await (const missing of listMissingOriginals(ctx)) {
      for (const photoId of missing.photoIds) print(`${missing.accountId} ${photoId}`)
      count += missing.photoIds.length
      if (by) await eraseMissing(ctx, missing)
    }
    if (by && count > 0) ctx.log.warn({ by, photos: count }, 'photos without original erased')
    print(`${count} photos without original${by ? ', erased' : ''}.`)
    return count > 0 && !by ? 1 : 0
  }
