import type { Selectable } from 'kysely'
import { UNDOABLE_KINDS, type UndoableKind } from '#contract/journal.ts'
import type { AccessEntry, AccessKind } from '#contract/security.ts'
import { type Context, change, type Reader, type Tx } from './context.ts'
import type { HttpModule } from './http/route.ts'
import type { Environment } from './platform/config/read-environment.ts'
import {
  type AccountRows,
  type AccountTables,
  countAccountRows,
  deleteAccountRows,
  selectAccountRows,
} from './platform/db/account-rows.ts'
import type { Listener } from './platform/events/events.ts'
import type { JobRegistration } from './platform/jobs/jobs.ts'
import type { MetricDefinition } from './platform/metrics/definitions.ts'
import type { MetricsSource } from './platform/metrics/sources.ts'
import type { Schema, TableDeclaration } from './schema.ts'

/** The declaration of a domain. A new domain is its folder and one line in the list of app.ts. */
export interface Domain extends HttpModule {
  /** The domains it imports; all of them precede it in the list. */
  dependsOn: readonly string[]
  /** Its tables, which no other domain may name. */
  tables?: Readonly<Record<string, TableDeclaration>>
  /** All kinds of jobs that it handles, with their handlers. */
  jobs?: readonly JobRegistration<Context>[]
  /** Handlers of events of lower domains; they run in the emitting transaction. */
  listeners?: readonly Listener<Context>[]
  /** Jobs and events that a higher domain handles; the start fails when none does. */
  emits?: readonly { name: string }[]
  commands?: readonly Command[]
  /** Metrics that it counts, and gauges that are read when metrics are scraped; every role has them from its start. */
  metrics?: {
    counted?: readonly MetricDefinition[]
    sources?: (ctx: Context) => readonly MetricsSource[]
  }
  /** What of it grants access to an account. */
  access?: readonly AccessSource[]
  /** The kinds of entries of the journal that it can undo. */
  undo?: readonly UndoSource[]
  /** What it tells customer care about an account. */
  caseLines?: CaseSource
  /** Required if its tables name accounts. */
  eraseAccount?: AccountEraser
}

/** Why access ends: by its owner, or by an event from which the rules of `identity/access` derive the end. */
export type EndCause = 'owner' | 'password-changed' | 'password-reset' | 'not-me' | 'leaked'

/** What grants access to an account: how it is listed and ended. */
export interface AccessSource<K extends AccessKind = AccessKind> {
  kind: K
  /** Tables whose rows grant the access. */
  tables: readonly string[]
  /** Lists what is in force, newest first. */
  list: (ctx: Context, db: Reader, accountId: string) => Promise<AccessEntry<K>[]>
  /**
   * Ends these in the transaction, or all; ids that are not the account's or have ended are ignored. Within a second no
   * process accepts them.
   */
  end: (
    ctx: Context,
    tx: Tx,
    accountId: string,
    ids: readonly string[] | 'all',
    cause: EndCause,
  ) => Promise<void>
  /**
   * Ends all but the one of a request, also what is in progress and not listed yet. For the kind of which a request has one:
   * devices.
   */
  endOthers?: (ctx: Context, tx: Tx, accountId: string, keptId: string, cause: EndCause) => Promise<void>
}

/** Creates an entry of a domain's `access`. */
export const defineAccess = <K extends AccessKind>(source: AccessSource<K>): AccessSource =>
  source as unknown as AccessSource

type JournalRow = Selectable<Schema['journal']>
type Values = NonNullable<JournalRow['before']>

/** How many photos a call brought back, and whether it has to be repeated. */
export interface UndoOutcome {
  restored: number
  hasMore: boolean
  isEndpointOff?: boolean
}

/** How entries of the journal are undone. */
export interface UndoSource {
  kinds: readonly UndoableKind[]
  /** Whether an undo brings back from the bin, which keeps for BIN_DAYS. */
  isFromBin?: boolean
  /**
   * Undoes an entry and records that (journal/record.ts), in its first transaction. A repetition continues it, or changes nothing.
   * Throws conflict where it is over.
   */
  undo: (ctx: Context, entry: JournalRow) => Promise<UndoOutcome>
  /** Which of these entries have something to bring back, by id, with the number of photos. Optional for kinds with values. */
  findOpen?: (
    ctx: Context,
    accountId: string,
    entries: readonly JournalRow[],
  ) => Promise<ReadonlyMap<string, number | null>>
  /** Of kinds with values: reads the present ones, in the form of an entry's `before`. */
  readValues?: (ctx: Context, accountId: string, subject: string) => Promise<Values>
  /** Of kinds with values: returns them as their owner reads them. */
  describeValues?: (values: Values) => Record<string, string | null>
}

/** What of a domain answers customer care's questions (`keepsake case`); reads only. */
export interface CaseSource {
  /** Finds accounts by a word that a customer or a system names: an id, a code, an address. */
  find?: (ctx: Context, word: string) => Promise<string[]>
  /** How things are now, in a few lines. */
  describe?: (ctx: Context, accountId: string) => Promise<string[]>
  /** What happened in the period, in any order. Without names of photos, texts of customers, and secrets. */
  list?: (ctx: Context, accountId: string, period: { since: Date; limit: number }) => Promise<CaseLine[]>
}

/** A line of `keepsake case`. */
export interface CaseLine {
  at: Date
  /** The type of actor, or the source: 'device', 'mail', 'delivery'. */
  who: string
  /** Its name: device and network, service, endpoint. */
  by?: string | undefined
  what: string
  /** The way back: until when it can be undone, or what became of it. */
  back?: string | undefined
}

/** The account to erase, who requested it, and how. */
export interface Erasure {
  accountId: string
  by: string
  rule: 'customer-care' | 'closure'
}

/** Counts and erases a domain's data of an account. */
export interface AccountEraser {
  /** Numbers of rows and blobs that the domain has of the account; all 0 once it is erased. */
  count: (ctx: Context, accountId: string) => Promise<Record<string, number>>
  /**
   * Erases all of them. The customer was marked as deleted before; higher domains are erased already. Idempotent,
   * because a process may die anywhere in it.
   */
  erase: (ctx: Context, erasure: Erasure) => Promise<void>
  /**
   * True for rows by which an interrupted erasure is found: they are erased when nothing else is left, those of lower
   * domains first.
   */
  isRecord?: true
}

/**
 * Creates the eraser of a domain whose data are database rows only: those of its tables, or what a function selects.
 * `prepare` runs before they are deleted, in the same transaction.
 */
export function eraseRows(
  rows: AccountTables | ((accountId: string) => AccountRows),
  prepare?: (ctx: Context, tx: Tx, accountId: string) => Promise<unknown>,
): AccountEraser {
  const select = typeof rows === 'function' ? rows : (accountId: string) => selectAccountRows(rows, accountId)
  return {
    count: (ctx, accountId) => countAccountRows(ctx.db, select(accountId)),
    erase: (ctx, { accountId }) =>
      change(ctx, async tx => {
        await prepare?.(ctx, tx, accountId)
        await deleteAccountRows(tx.db, select(accountId))
      }),
  }
}

/** As `eraseRows`, of a domain with a folder of blobs, which are removed before the rows that name them. */
export function eraseRowsAndBlobs(
  tables: AccountTables,
  toFolder: (accountId: string) => string,
): AccountEraser {
  const rows = eraseRows(tables)
  const listKeys = (ctx: Context, accountId: string): Promise<string[]> =>
    Array.fromAsync(ctx.blobs.list(toFolder(accountId)), ({ key }) => key)
  return {
    count: async (ctx, accountId) => ({
      ...(await rows.count(ctx, accountId)),
      blobs: (await listKeys(ctx, accountId)).length,
    }),
    async erase(ctx, erasure) {
      await ctx.blobs.remove(await listKeys(ctx, erasure.accountId))
      await rows.erase(ctx, erasure)
    },
  }
}

export interface Command {
  /** Its words on the command line, as in 'import libraries'; command-list.ts says how it is used. */
  name: string
  /** True for a command that runs although the blob store belongs to another database. */
  acceptsForeignBlobs?: true
  /** True for a command that runs although SECRET is not the one of the other processes. */
  acceptsForeignSecret?: true
  /** Parses the words after the name; null when they are not valid. */
  parse: (args: readonly string[]) => CommandAction | null
}

/** A command that opens what it needs by itself, because it also runs where the product cannot start. */
export interface StandaloneCommand {
  name: string
  /** Resolves with the exit code; null when the words are not valid. */
  run(env: Environment, words: readonly string[], print: (line: string) => unknown): Promise<number | null>
}

/** Runs a command with an open context; resolves with the exit code. */
export type CommandAction = (ctx: Context, print: (line: string) => unknown) => Promise<number>

export const defineDomain = (domain: Domain): Domain => domain

/** Throws an error that names every inconsistency of the list. */
export function checkDomains(domains: readonly Domain[]): void {
  const handled = new Set(
    domains.flatMap(({ jobs = [], listeners = [] }) => [
      ...jobs.map(job => job.kind.name),
      ...listeners.map(listener => listener.event.name),
    ]),
  )
  const problems = domains.flatMap(({ name, dependsOn, emits = [], tables = {}, eraseAccount }, place) => [
    ...dependsOn
      .filter(dependency => !domains.slice(0, place).some(each => each.name === dependency))
      .map(dependency => `${name} depends on ${dependency}, which is not below it`),
    ...emits.filter(kind => !handled.has(kind.name)).map(kind => `no domain handles ${kind.name} of ${name}`),
    ...(!eraseAccount && Object.values(tables).some(({ accounts }) => accounts.length > 0)
      ? [`${name} has tables with accounts and no eraseAccount`]
      : []),
  ])
  problems.push(
    ...findDuplicates(domains.map(domain => domain.name)).map(name => `two domains are called ${name}`),
    ...findDuplicates(domains.flatMap(({ tables = {} }) => Object.keys(tables))).map(
      table => `two domains own ${table}`,
    ),
    ...findDuplicates(domains.flatMap(({ jobs = [] }) => jobs.map(job => job.kind.name))).map(
      kind => `the job ${kind} has two handlers`,
    ),
    ...findDuplicates(domains.flatMap(({ commands = [] }) => commands.map(command => command.name))).map(
      command => `there are two commands ${command}`,
    ),
  )
  if (problems.length) throw new Error(`The domains do not fit together: ${problems.join('; ')}`)
}

/** Throws an error that names the kinds of entries which no domain can undo, or more than one. */
export function checkUndoSources(sources: readonly UndoSource[]): void {
  const undone = sources.flatMap(({ kinds }) => kinds)
  const problems = [
    ...UNDOABLE_KINDS.filter(kind => !undone.includes(kind)).map(kind => `no domain undoes ${kind}`),
    ...findDuplicates(undone).map(kind => `two domains undo ${kind}`),
  ]
  if (problems.length) throw new Error(`The domains do not fit the journal: ${problems.join('; ')}`)
}

const findDuplicates = (names: readonly string[]) => names.filter((name, i) => names.indexOf(name) !== i)
