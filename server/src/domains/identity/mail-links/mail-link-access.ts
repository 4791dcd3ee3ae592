import { defineAccess } from '#server/domain.ts'
import { hashSecret } from '../hash.ts'
import { listUsableMailTokens, setMailTokensUsed } from '../store/mail-tokens.ts'
import { ACCESS_PURPOSES, endLinksOfAccount } from './mail-tokens.ts'

/** Mailed links that wait to be used and give something. Those that protect the owner against a thief are neither listed nor ended. */
export const mailLinkAccess = defineAccess({
  kind: 'mailLinks',
  tables: ['mail_tokens'],
  list: async (ctx, db, accountId) =>
    (await listLinks(db, accountId, ctx.clock.now())).map(({ id, purpose, created_at, expires_at }) => ({
      id,
      purpose,
      createdAt: created_at.toISOString(),
      expiresAt: expires_at.toISOString(),
    })),
  async end(ctx, tx, accountId, ids) {
    if (ids === 'all') return endLinksOfAccount(ctx, tx, accountId)
    const now = ctx.clock.now()
    const links = await listLinks(tx.db, accountId, now)
    const hashes = links.filter(({ id }) => ids.includes(id)).map(link => link.token_hash)
    await setMailTokensUsed(tx, accountId, hashes, now)
  },
})

/** Lists links with an id for pages: the stored hash would tell whether somebody knows the link. */
async function listLinks(...[db, accountId, now]: Parameters<typeof listUsableMailTokens>) {
  const rows = await listUsableMailTokens(db, accountId, now)
  return rows
    .filter(({ purpose }) => ACCESS_PURPOSES.includes(purpose))
    .map(row => ({ ...row, id: hashSecret(`mail-link ${row.token_hash}`).slice(0, 22) }))
}
