import { isDeepStrictEqual } from 'node:util'
import ipaddr from 'ipaddr.js'
import type { Brand } from '#contract/brands.ts'
import { normalizeEmail } from '#contract/input/email-address.ts'
import { STATEMENTS_PER_HOUR, type StatementInput, type StatementReceipt } from '#contract/withdrawals.ts'
import { type Context, change } from '../../context.ts'
import { Failure } from '../../http/failure.ts'
import { requireAttempt } from '../identity/index.ts'
import { checkStatementJob } from './job-kinds.ts'
import { presentReceipt } from './present.ts'
import { createReference } from './reference.ts'
import { composeStatement } from './statement.ts'
import { findWithdrawal, insertWithdrawal, type NewWithdrawal } from './store.ts'

/** Of the network of a client. */
const STATEMENT_LIMIT = { name: 'withdrawal', max: STATEMENTS_PER_HOUR, minutes: 60 }

/**
 * Stores a public statement. Nothing is looked up before the answer, so that it is the same, and takes as long, for known and
 * unknown orders and addresses. The same id and content again gets the first receipt, other content is a conflict.
 * Too-many-requests above 30 an hour from one network.
 */
export async function submitStatement(
  ctx: Context,
  brand: Brand,
  { statementId, ...input }: StatementInput,
  { submittedAt, address }: { submittedAt: Date; address: string },
): Promise<StatementReceipt> {
  await requireAttempt(
    ctx,
    STATEMENT_LIMIT,
    toStatementNetwork(address),
    'Too many statements; e-mail or a letter is as good',
  )
  return change(ctx, async tx => {
    const row: NewWithdrawal = {
      withdrawal_id: statementId,
      reference: createReference(),
      account_id: null,
      order_code: null,
      brand_id: brand.id,
      locale: brand.locale,
      input,
      statement: composeStatement(brand, brand.locale, input, submittedAt),
      product_codes: [],
      is_late: false,
      ended_at: null,
      recipient: normalizeEmail(input.email),
      submitted_at: submittedAt,
      checked_at: null,
    }
    if (await insertWithdrawal(tx, row)) {
      await ctx.jobs.send(tx, checkStatementJob, [{ withdrawalId: statementId }])
      return presentReceipt(row)
    }
    const existing = await findWithdrawal(tx.db, statementId)
    if (!existing || !isDeepStrictEqual(existing.input, input))
      throw new Failure('conflict', 'The id belongs to another statement')
    return presentReceipt(existing)
  })
}

/** Bits that name the network of a household or a company. */
const PREFIX = { ipv4: 24, ipv6: 56 }

/** Returns the network of a client's address, for the limit of public statements. */
function toStatementNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  return parsed instanceof ipaddr.IPv4
    ? ipaddr.IPv4.networkAddressFromCIDR(`${parsed.toString()}/${PREFIX.ipv4}`).toString()
    : ipaddr.IPv6.networkAddressFromCIDR(
        `${parsed.toNormalizedString().split('%')[0]}/${PREFIX.ipv6}`,
      ).toString()
}
