import type { Context } from './context.ts'
import type { Command, CommandAction } from './domain.ts'

/** Lists and retries jobs that failed in all retries. */
export const jobsCommand: Command = {
  name: 'jobs',
  parse: ([verb, kind, ...otherWords]) => {
    if (otherWords.length > 0) return null
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
