import { type Context, change, type Tx } from '../../context.ts'
import { insertMissingRow } from '../../platform/db/rows.ts'
import { findBusinessDetails, findCustomer, lockActiveCustomer } from '../customers/index.ts'
import { findUserName } from './store.ts'

const MIN_LENGTH = 3
const MAX_LENGTH = 32
/** Numbers that tell businesses of one name apart, before random ones do. */
const NUMBERED_NAMES = 20

/**
 * Returns the user name of a business: made of the name of its company once that is known, and never changed
 * afterwards. The account's id for a company without one, and for a name without Latin letters and digits.
 */
export async function getUserName(ctx: Context, accountId: string): Promise<string> {
  const userName = await findUserName(ctx.db, accountId)
  if (userName !== undefined) return userName
  // Without a lock for a company of which no name can be made.
  const details = await findBusinessDetails(ctx.db, accountId)
  if (!details || toUserName(details.company_name) === null) return accountId
  return change(ctx, async tx => {
    await lockActiveCustomer(tx, accountId)
    return (await assignUserName(ctx, tx, accountId)) ?? accountId
  })
}

/**
 * Makes the user name of a locked customer unless it has one; returns null for a company of which none can be made. It is
 * never the id of another account, which signs in by it.
 */
export async function assignUserName(ctx: Context, tx: Tx, accountId: string): Promise<string | null> {
  const existing = await findUserName(tx.db, accountId)
  if (existing !== undefined) return existing
  const details = await findBusinessDetails(tx.db, accountId)
  const name = details ? toUserName(details.company_name) : null
  if (name === null) return null
  for (let number = 1; ; number++) {
    const userName = number === 1 ? name : appendNumber(name, getNumber(ctx, number))
    if (await findCustomer(tx.db, userName)) continue
    if (
      await insertMissingRow(tx.db, 'sftp_users', {
        account_id: accountId,
        user_name: userName,
        created_at: ctx.clock.now(),
      })
    )
      return userName
  }
}

/** 'Harbour Light Studio' becomes 'harbour-light-studio'; null without three letters or digits that SSH clients can type. */
function toUserName(companyName: string): string | null {
  const name = companyName
    .toLowerCase()
    .replace(/[ßæœøłđþð]/g, letter => LETTERS[letter]!)
    // Decomposed letters lose their accents.
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
  const shortName = trimHyphens(trimHyphens(name).slice(0, MAX_LENGTH))
  return shortName.length < MIN_LENGTH ? null : shortName
}

/** Latin letters that are not a letter with an accent. */
const LETTERS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  þ: 'th',
  ð: 'd',
}

const getNumber = (ctx: Context, number: number) =>
  number <= NUMBERED_NAMES ? number : Math.floor(ctx.random() * 1_000_000)

function appendNumber(name: string, number: number): string {
  const suffix = `-${number}`
  return trimHyphens(name.slice(0, MAX_LENGTH - suffix.length)) + suffix
}

const trimHyphens = (name: string) => name.replace(/^-+|-+$/g, '')
