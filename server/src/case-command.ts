import { userInfo } from 'node:os'
import { LOCALES } from '#contract/brands.ts'
import { domains } from './app.ts'
import { type Context, change } from './context.ts'
import type { CaseLine, CaseSource, Command } from './domain.ts'
import { findCustomer, lockCustomer } from './domains/customers/index.ts'
import { record } from './domains/journal/index.ts'
import { listJobLines } from './jobs-command.ts'
import { formatTable, parseCommandLine } from './platform/command-line.ts'
import { printShortCase } from './short-case.ts'

/** Answers what happened to a customer: one timeline of everything that the product knows of an account. */
export const caseCommand: Command = {
  name: 'case',
  parse(args) {
    const parsed = parseCommandLine(args, {
      ...{
        why: { type: 'string' },
        since: { type: 'string' },
        vendor: { type: 'string' },
        by: { type: 'string' },
      },
      ...{ full: { type: 'boolean' }, json: { type: 'boolean' }, short: { type: 'boolean' } },
      locale: { type: 'string' },
    })
    if (!parsed) return null
    const [word, ...otherWords] = parsed.words
    const {
      why = '',
      since = '90d',
      vendor,
      by = userInfo().username,
      full,
      json,
      short,
      locale,
    } = parsed.values
    const days = /^([1-9]\d{0,2})d$/.exec(since)?.[1]
    const reason = why.trim()
    const isKnownLocale = locale === undefined || (short && LOCALES.some(each => each === locale))
    if (!word || otherWords.length > 0 || days === undefined || !isKnownLocale || (short && (json || full)))
      return null
    if (!reason || reason.length > REASON_MAX || !by.trim()) return null
    const reading = {
      days: Number(days),
      by: by.trim(),
      reason,
      isFull: full === true,
      isJson: json === true,
    }
    return async (ctx, print) => {
      const accountIds = await findAccounts(ctx, word, vendor)
      const [accountId] = accountIds
      if (accountId === undefined) {
        print(`Nothing is known of ${word}.`)
        return 1
      }
      if (accountIds.length > 1) {
        print('It is of several accounts: name one by its id, or its vendor.')
        for (const id of accountIds) for (const line of await describe(ctx, id)) print(line)
        return 2
      }
      await recordReading(ctx, accountId, reading)
      if (short) await printShortCase(ctx, print, { accountId, days: reading.days, locale })
      else await printCase(ctx, print, accountId, reading)
      return 0
    }
  },
}

interface Reading {
  days: number
  by: string
  reason: string
  isFull: boolean
  isJson: boolean
}

const REASON_MAX = 200
const LINES_MAX = 2000
const JOBS_MAX = 50

const sources = (): CaseSource[] => domains.flatMap(({ caseLines }) => (caseLines ? [caseLines] : []))

/** Finds the accounts that a word names, closed ones included; of a vendor, if given. */
async function findAccounts(ctx: Context, word: string, vendor: string | undefined): Promise<string[]> {
  const found = await Promise.all(sources().map(({ find }) => find?.(ctx, word) ?? []))
  const customers = await Promise.all([...new Set(found.flat())].map(id => findCustomer(ctx.db, id)))
  return customers.flatMap(each =>
    each && (vendor === undefined || each.vendor === vendor) ? [each.account_id] : [],
  )
}

/** Says who the customer is, in the line of the domain that knows. */
async function describe(ctx: Context, accountId: string): Promise<string[]> {
  const source = domains.find(({ name }) => name === 'customers')?.caseLines
  return ((await source?.describe?.(ctx, accountId)) ?? []).map(maskAddresses)
}

/** Records that the account is read, for its owner and in the log; an account that is being erased has no new entry. */
async function recordReading(ctx: Context, accountId: string, { by, reason }: Reading): Promise<void> {
  await change(ctx, async tx => {
    const customer = await lockCustomer(tx, accountId)
    if (!customer || customer.erasing_at) return
    await record(ctx, tx, { accountId, kind: 'case.read', by: { type: 'care', id: by }, detail: { reason } })
  })
  ctx.log.info({ account: accountId, by, code: 'case-read' }, 'customer care reads an account')
}

async function printCase(
  ctx: Context,
  print: (line: string) => unknown,
  accountId: string,
  { days, by, isFull, isJson }: Reading,
): Promise<void> {
  const since = new Date(ctx.clock.now().getTime() - days * 86_400_000)
  const mask = isFull ? (text: string) => text : maskAddresses
  const facts = await listFacts(ctx, accountId)
  const jobs = await listJobLines(ctx.jobs, { accountId, limit: JOBS_MAX })
  const lines = await listLines(ctx, accountId, since)
  if (isJson) {
    print(mask(JSON.stringify({ facts, jobs, since, lines }, null, 2)))
    return
  }
  for (const line of [...facts, ...jobs.map(job => `Job ${job}`)]) print(mask(line))
  print('')
  const rows = lines.map(({ at, who, by: name = '', what, back }) => [
    at.toISOString().slice(0, 19).replace('T', ' '),
    who,
    name,
    back ? `${what} · ${back}` : what,
  ])
  for (const line of formatTable([HEAD, ...rows])) print(mask(line))
  const rest = lines.length === LINES_MAX ? `; only the newest ${LINES_MAX} are listed` : ''
  print(
    `${lines.length} lines since ${since.toISOString().slice(0, 10)}${rest}. Read by ${by}, recorded as case.read.`,
  )
}

const HEAD = ['time (UTC)', 'who', 'name', 'what · way back']

/** Lists how things are now: what the domains say, and what has access to the account. */
async function listFacts(ctx: Context, accountId: string): Promise<string[]> {
  const facts = await Promise.all(sources().map(({ describe: list }) => list?.(ctx, accountId) ?? []))
  const access = await Promise.all(
    domains
      .flatMap(domain => domain.access ?? [])
      .map(async ({ kind, list }) => {
        const entries = await list(ctx, ctx.db, accountId)
        const lastUse = entries
          .flatMap(each => ('lastUsedAt' in each && each.lastUsedAt) || [])
          .sort()
          .at(-1)
        const canBeUsed = entries.some(each => 'lastUsedAt' in each)
        const use = lastUse === undefined ? ', never used' : `, last used ${lastUse}`
        return entries.length > 0 ? `${kind} ${entries.length}${canBeUsed ? use : ''}` : ''
      }),
  )
  return [...facts.flat(), `Access: ${access.filter(Boolean).join('; ') || 'none'}`]
}

/** Lists what happened since an instant, newest first. */
async function listLines(ctx: Context, accountId: string, since: Date): Promise<CaseLine[]> {
  const period = { since, limit: LINES_MAX }
  const lines = await Promise.all(sources().map(({ list }) => list?.(ctx, accountId, period) ?? []))
  return lines
    .flat()
    .toSorted((one, other) => other.at.getTime() - one.at.getTime())
    .slice(0, LINES_MAX)
}

/** Shortens mail addresses: 'a•••r@example.com'. */
const maskAddresses = (text: string): string =>
  text.replace(/[^\s@"'<>(),;:/]+@(?=[^\s@"'<>(),;]+\.)/g, name => `${name[0]}•••${name.at(-2)}@`)
