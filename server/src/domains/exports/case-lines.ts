import type { Context } from '../../context.ts'
import type { CaseLine, CaseSource } from '../../domain.ts'
import { greaterThan, listFirstRows } from '../../platform/db/rows.ts'
import { type ExportRow, findExportAccounts, listChunks } from './store.ts'

/** How far exports are. */
export const exportCase: CaseSource = {
  find: ({ db }, word) => findExportAccounts(db, word),
  async list(ctx, accountId, { since, limit }) {
    const key = { account_id: accountId, updated_at: greaterThan(since) }
    const rows = await listFirstRows(ctx.db, 'exports', key, limit, 'created_at desc')
    return (await Promise.all(rows.map(row => describeExport(ctx, row)))).flat()
  },
}

async function describeExport({ db }: Context, row: ExportRow): Promise<CaseLine[]> {
  const { backup_id: by, state, created_at, updated_at, mailed_at, expires_at } = row
  const chunks = await listChunks(db, row)
  const sum = (pick: (chunk: (typeof chunks)[number]) => number) =>
    chunks.reduce((total, chunk) => total + pick(chunk), 0)
  const missing = sum(chunk => chunk.missing)
  const zips = `${sum(({ photos }) => photos)} photos in ${chunks.length} zips, ${sum(({ size }) => Number(size))} bytes`
  const mail = mailed_at ? `told by mail ${mailed_at.toISOString()}` : 'no mail sent yet'
  const what = [state, zips, missing > 0 && `${missing} originals missing`, state === 'ready' && mail]
  return [
    { at: created_at, who: 'export', by, what: 'requested' },
    {
      at: updated_at,
      who: 'export',
      by,
      what: what.filter(Boolean).join(', '),
      back: expires_at ? `download until ${expires_at.toISOString().slice(0, 10)}` : undefined,
    },
  ]
}
