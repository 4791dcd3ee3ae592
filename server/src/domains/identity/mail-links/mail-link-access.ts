import { defineAccess } from '#server/domain.ts'
import { hashSecret } from '../hash.ts'
import { listUsableMailTokens, setMailTokensUsed } from '../store/mail-tokens.ts'
import { isOwnerLink } from './mail-tokens.ts'

/**
 * Mailed links that wait to be used. Links that protect the owner against a thief are neither listed nor ended: a thief
 * could end them with a new password.
 */
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
    const now = ctx.clock.now()
    const links = await listLinks(tx.db, accountId, now)
    const hashes = links.filter(({ id }) => ids === 'all' || ids.includes(id)).map(link => link.token_hash)
    await setMailTokensUsed(tx, accountId, hashes, now)
  },
})

/** Lists links with an id for pages: the stored hash would tell whether somebody knows the link. */
async function listLinks(...[db, accountId, now]: Parameters<typeof listUsableMailTokens>) {
  const rows = await listUsableMailTokens(db, accountId, now)
  return rows
    .filter(({ purpose }) => !isOwnerLink(purpose))
    .map(row => ({ ...row, id: hashSecret(`mail-link ${row.token_hash}`).slice(0, 22) }))
}
