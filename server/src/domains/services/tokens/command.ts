import { randomUUID } from 'node:crypto'
import { millisecondsInDay, millisecondsInHour } from 'date-fns/constants'
import { getEnvironmentByHost, vendorThemes } from '#brands/index.ts'
import { SERVICE_SCOPES, type ServiceScope } from '#contract/service-scopes.ts'
import { type Context, change, type Tx } from '../../../context.ts'
import type { Command, CommandAction } from '../../../domain.ts'
import { parseCommandLine } from '../../../platform/command-line.ts'
import { greaterThan, insertRows, updateRow, updateRows } from '../../../platform/db/rows.ts'
import { createMachineToken } from '../../../platform/machine-tokens/machine-tokens.ts'
import { listTokens, lockTokensOfService, type ServiceTokenRow } from '../store.ts'

/** Ends a token at once; undefined for an unknown or ended one. */
const endServiceToken = (ctx: Context, tokenId: string): Promise<ServiceTokenRow | undefined> =>
  change(ctx, tx => {
    const now = ctx.clock.now()
    const valid = { token_id: tokenId, ended_at: null, expires_at: greaterThan(now) }
    return updateRow(tx.db, 'service_tokens', valid, { ended_at: now })
  })

const isProduction = ({ config }: Context) =>
  config.publicOrigin !== null && getEnvironmentByHost(new URL(config.publicOrigin).host) === 'production'

/** Creates, lists, replaces and ends tokens of the retailer's services. */
export const serviceTokenCommand: Command = {
  name: 'service-token',
  parse(args) {
    const parsed = parseCommandLine(args, {
      vendors: { type: 'string' },
      scopes: { type: 'string' },
      days: { type: 'string' },
      overlap: { type: 'string' },
    })
    const [verb, subject, ...rest] = parsed?.words ?? []
    if (!parsed || rest.length > 0) return null
    const { vendors, scopes, days, overlap } = parsed.values
    const given = Object.keys(parsed.values)
    const hasOnly = (...names: string[]) => given.every(name => names.includes(name))
    if (verb === 'list') return subject === undefined && hasOnly() ? listAction : null
    if (!subject) return null
    if (verb === 'end') return hasOnly() ? endAction(subject) : null
    if (!/^[a-z0-9-]{1,40}$/.test(subject)) return null
    if (verb === 'replace') {
      const overlapMs = parseOverlap(overlap ?? '7d')
      return overlapMs === null || !hasOnly('overlap') ? null : replaceAction(subject, overlapMs)
    }
    const terms = parseTerms({ vendors, scopes, days })
    return verb === 'create' && terms && hasOnly('vendors', 'scopes', 'days')
      ? createAction(subject, terms)
      : null
  },
}

const MAX_DAYS = 3650
const MAX_OVERLAP_MS = 30 * millisecondsInDay

function parseTerms({
  vendors,
  scopes,
  days = '365',
}: {
  vendors?: string | undefined
  scopes?: string | undefined
  days?: string | undefined
}): TokenTerms | null {
  const vendorNames = parseList(
    vendors,
    vendorThemes.map(({ vendor }) => vendor),
  )
  const scopeNames = parseList<ServiceScope>(scopes, SERVICE_SCOPES)
  if (vendorNames === undefined || scopeNames === undefined) return null
  if (!/^\d{1,4}$/.test(days) || Number(days) < 1 || Number(days) > MAX_DAYS) return null
  return { vendors: vendorNames, scopes: scopeNames, days: Number(days) }
}

/** Parses names that are separated by commas; null for 'all', undefined when one is unknown or none is given. */
function parseList<Name extends string>(
  text: string | undefined,
  known: readonly Name[],
): Name[] | null | undefined {
  if (text === 'all') return null
  const names = [...new Set((text ?? '').split(','))]
  const knownNames = known.filter(name => names.includes(name))
  return knownNames.length === names.length ? knownNames : undefined
}

/** Parses '7d', '12h' or '0'; null for anything else, and for more than 30 days. */
function parseOverlap(text: string): number | null {
  const [, count, unit] = /^(\d{1,4})([dh])$/.exec(text) ?? (text === '0' ? [text, '0', 'h'] : [])
  if (count === undefined) return null
  const overlapMs = Number(count) * (unit === 'd' ? millisecondsInDay : millisecondsInHour)
  return overlapMs <= MAX_OVERLAP_MS ? overlapMs : null
}

const createAction =
  (name: string, terms: TokenTerms): CommandAction =>
  async (ctx, print) => {
    const created = await createServiceToken(ctx, name, terms)
    if (created) return printCreated(created, print)
    print(`${name} has a valid token: keepsake service-token replace ${name}`)
    return 1
  }

const replaceAction =
  (name: string, overlapMs: number): CommandAction =>
  async (ctx, print) => {
    const created = await replaceServiceToken(ctx, name, overlapMs)
    if (created) return printCreated(created, print)
    print(`${name} has no valid token: keepsake service-token create ${name}`)
    return 1
  }

function printCreated({ token, row }: CreatedToken, print: (line: string) => unknown): number {
  print(token)
  print(`The token ${row.token_id} of ${row.name} is valid until ${row.expires_at.toISOString()}.`)
  print('It is not shown again: only its hash is stored.')
  return 0
}

const endAction =
  (tokenId: string): CommandAction =>
  async (ctx, print) => {
    const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(tokenId)
    const row = isId ? await endServiceToken(ctx, tokenId) : undefined
    print(row ? `The token ${tokenId} of ${row.name} has ended.` : `There is no valid token ${tokenId}.`)
    return row ? 0 : 1
  }

const listAction: CommandAction = async (ctx, print) => {
  const now = ctx.clock.now()
  const rows = await listTokens(ctx.db)
  for (const row of rows) print(describeToken(row, now))
  print(`${rows.filter(row => !row.ended_at && row.expires_at > now).length} valid tokens.`)
  return 0
}

function describeToken(row: ServiceTokenRow, now: Date): string {
  const end = row.ended_at ?? row.expires_at
  return [
    `${row.token_id} ${row.name} …${row.hint}`,
    `vendors ${row.vendors?.join(',') ?? 'all'}`,
    `scopes ${row.scopes?.join(',') ?? 'all'}`,
    `last use ${row.last_used_at?.toISOString() ?? 'never'}`,
    `${end > now ? 'ends' : 'ended'} ${end.toISOString()}`,
  ].join(', ')
}

/** What a token allows, and for how long. */
interface TokenTerms {
  /** Null: all. */
  vendors: string[] | null
  /** Null: all. */
  scopes: ServiceScope[] | null
  days: number
}

/** A token that was just created; the only moment at which its secret is known. */
interface CreatedToken {
  token: string
  row: ServiceTokenRow
}

/** Creates the first token of a service; null while the service has a valid one, which is replaced instead. */
export function createServiceToken(
  ctx: Context,
  name: string,
  terms: TokenTerms,
): Promise<CreatedToken | null> {
  return change(ctx, async tx => {
    const validTokens = await lockTokensOfService(tx, name, ctx.clock.now())
    return validTokens.length > 0 ? null : storeToken(ctx, tx, name, terms)
  })
}

/**
 * Creates a token with the vendors, scopes and days of the service's newest one; the others end after the overlap, or at
 * their own end if that is earlier. Null for a service without a valid token.
 */
function replaceServiceToken(ctx: Context, name: string, overlapMs: number): Promise<CreatedToken | null> {
  return change(ctx, async tx => {
    const now = ctx.clock.now()
    const validTokens = await lockTokensOfService(tx, name, now)
    const [newestToken] = validTokens
    if (!newestToken) return null
    const overlapEnd = new Date(now.getTime() + overlapMs)
    for (const { token_id, expires_at } of validTokens)
      if (overlapEnd < expires_at)
        await updateRows(tx.db, 'service_tokens', { token_id: token_id }, { expires_at: overlapEnd })
    return storeToken(ctx, tx, name, newestToken)
  })
}

async function storeToken(ctx: Context, tx: Tx, name: string, terms: TokenTerms): Promise<CreatedToken> {
  const { vendors, scopes, days } = terms
  const { token, hash, hint } = createMachineToken('kss', isProduction(ctx) ? 'live' : 'test')
  const now = ctx.clock.now()
  const row: ServiceTokenRow = {
    token_id: randomUUID(),
    name,
    token_hash: hash,
    hint,
    vendors,
    scopes,
    days,
    created_at: now,
    expires_at: new Date(now.getTime() + days * millisecondsInDay),
    ended_at: null,
    last_used_at: null,
    warned_days: null,
  }
  await insertRows(tx.db, 'service_tokens', row)
  return { token, row }
}
