import type { Context } from './context.ts'
import type { Command, CommandAction } from './domain.ts'
import { formatSeconds, formatTable, parseCommandLine, parseCount } from './platform/command-line.ts'
import { pickIds } from './platform/jobs/job-ids.ts'
import type { Jobs, WaitingJob, WaitingKind } from './platform/jobs/jobs.ts'

/** Lists jobs that wait, run, or failed in all retries, and retries the latter. */
export const jobsCommand: Command = {
  name: 'jobs',
  parse(args) {
    const parsed = parseCommandLine(args, { account: { type: 'string' }, limit: { type: 'string' } })
    if (!parsed) return null
    const [verb, kind, ...otherWords] = parsed.words
    if (otherWords.length > 0) return null
    const { account, limit = '50' } = parsed.values
    if (verb === 'waiting') {
      const max = parseCount(limit)
      return max === null
        ? null
        : (ctx, print) => printWaiting(ctx, print, { kind, accountId: account, limit: max })
    }
    if (Object.keys(parsed.values).length > 0) return null
    if (verb === 'dead' && kind === undefined) return listDeadLetters
    return verb === 'retry' ? (ctx, print) => retryDeadLetters(ctx, print, kind) : null
  },
}

const LIMIT = 1000

const listDeadLetters: CommandAction = async ({ jobs }, print) => {
  for (const { kind, failedAt, attempts, payload, error } of await jobs.listDeadLetters(LIMIT))
    print(`${failedAt.toISOString()} ${kind} ${JSON.stringify(payload)}: ${attempts} attempts, ${error}`)
  const counts = [...(await jobs.countDeadLetters())].map(([kind, count]) => `${count} of ${kind}`)
  print(counts.length ? `Dead letters: ${counts.join(', ')}` : 'There are no dead letters.')
  return 0
}

async function retryDeadLetters(
  { jobs }: Context,
  print: (line: string) => unknown,
  kind: string | undefined,
): Promise<number> {
  const retried = await jobs.retryDeadLetters(kind)
  print(`${retried} ${retried === 1 ? 'job runs' : 'jobs run'} again.`)
  return 0
}

/** Prints the kinds with jobs that wait or run; with a kind or an account, its jobs. */
async function printWaiting(
  { jobs }: Context,
  print: (line: string) => unknown,
  filter: { kind: string | undefined; accountId: string | undefined; limit: number },
): Promise<number> {
  const { kind, accountId } = filter
  if (kind !== undefined && !jobs.kinds.some(({ name }) => name === kind)) {
    print(`There are no jobs of the kind ${kind}.`)
    return 1
  }
  if (kind === undefined && accountId === undefined) {
    const kinds = await jobs.countWaiting()
    if (kinds.length > 0) for (const line of formatTable([HEAD, ...kinds.map(toCells)])) print(line)
    const sum = (pick: (each: WaitingKind) => number) => kinds.reduce((total, each) => total + pick(each), 0)
    const dead = [...(await jobs.countDeadLetters()).values()].reduce((total, count) => total + count, 0)
    print(
      `${sum(({ due }) => due)} due, ${sum(({ later }) => later)} later, ${sum(({ running }) => running)} running, ${dead} dead${dead > 0 ? ' (keepsake jobs dead)' : ''}`,
    )
    return 0
  }
  const lines = await listJobLines(jobs, filter)
  for (const line of lines) print(line)
  if (lines.length === 0) print('No job waits, runs or is dead.')
  return 0
}

/** Lists the jobs of a kind or account, and why nothing of their kinds runs. */
export async function listJobLines(
  jobs: Pick<Jobs, 'countWaiting' | 'listWaiting'>,
  filter: { kind?: string | undefined; accountId?: string | undefined; limit: number },
): Promise<string[]> {
  const listed = await jobs.listWaiting(filter)
  const waiting = listed.flatMap(({ kind, state }) => (state === 'dead' ? [] : kind))
  const reasons = (await jobs.countWaiting()).flatMap(each => {
    const reason = waiting.includes(each.kind) ? findReason(each) : null
    return reason ? `${each.kind}: ${reason}` : []
  })
  const isCut = listed.length === filter.limit
  return [
    ...listed.map(describeJob),
    ...reasons,
    ...(isCut ? [`At most ${filter.limit} are listed: --limit shows more.`] : []),
  ]
}

const HEAD = ['kind', 'due', 'later', 'running', 'oldest due', 'attempts', 'last error']

const toCells = (each: WaitingKind): string[] => [
  each.kind,
  String(each.due),
  String(each.later),
  String(each.running),
  each.dueSeconds === null ? '-' : formatSeconds(each.dueSeconds),
  String(each.attempts),
  [findReason(each), each.error && shorten(each.error)].filter(Boolean).join('; ') || '-',
]

/** Workers poll every two seconds. */
const UNFETCHED_SECONDS = 30

/** Says why nothing of the kind runs; null while something runs or is about to. */
function findReason({ due, running, dueSeconds, fetchedSeconds, nextSeconds }: WaitingKind): string | null {
  if (running > 0) return null
  if (due === 0) return nextSeconds === null ? null : `the next is due in ${formatSeconds(nextSeconds)}`
  const seconds = Math.min(dueSeconds!, fetchedSeconds ?? Number.POSITIVE_INFINITY)
  return seconds < UNFETCHED_SECONDS
    ? null
    : `no worker has fetched this kind for ${formatSeconds(seconds)}: operations must start one`
}

/** Describes a job by the ids of its payload, which has secrets of mails, too. */
function describeJob(job: WaitingJob): string {
  const { kind, id, payload, attempts, error } = job
  const ids = Object.entries(pickIds(payload)).map(([name, value]) => ` ${name} ${value}`)
  const tries = attempts > 0 ? `, ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}` : ''
  return `${id} ${kind}${ids.join('')}: ${describeState(job)}${tries}${error ? `, ${shorten(error)}` : ''}`
}

function describeState({
  state,
  dueAt,
  dueSeconds,
  startedAt,
  leaseEndsAt,
  sentAt,
  ahead,
}: WaitingJob): string {
  if (state === 'running')
    return `running since ${startedAt!.toISOString()}, lease until ${leaseEndsAt!.toISOString()}`
  if (state === 'dead') return `dead, sent ${sentAt.toISOString()}`
  if (state === 'later') return `due at ${dueAt.toISOString()}`
  return `due for ${formatSeconds(dueSeconds)}${ahead > 0 ? `, behind ${ahead} of its kind` : ''}`
}

const shorten = (error: string) => error.split('\n')[0]!.slice(0, 200)
