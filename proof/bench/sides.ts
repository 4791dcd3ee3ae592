import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { startPostgres } from './harness/postgres.ts'
import { terminate } from './harness/processes.ts'

export const ENGINES = ['PostgreSQL', 'embedded'] as const
export type Engine = (typeof ENGINES)[number]

/** A server with filled libraries that is loaded for a while, in processes of its own (against/side.ts). */
export interface Side {
  /** What can be measured. */
  names: string[]
  /** An address of each load that reads JSON, and what it is requested with. */
  samples: Record<string, Sample>
  /** Makes a load once. */
  measure(name: string): Promise<Measurement>
}

export interface Sample {
  url: string
  headers: Record<string, string>
}

export interface Measurement {
  /** CPU seconds per answer or photo, with those of the database. */
  cpu: number
  /** Resident memory of the server at most, in MB. */
  memory: number
}

/** Starts a side from the tree of a commit, on a database of its own. */
export async function startSide(
  engine: Engine,
  tree: string,
  resources: AsyncDisposableStack,
  env: Record<string, string> = {},
): Promise<Side> {
  const postgres = engine === 'PostgreSQL' ? await startPostgres(resources) : null
  const script = join(tree, 'proof/bench/against/side.ts')
  if (!existsSync(script)) throw new Error('That commit has no side to compare with')
  const args = postgres ? [postgres.url, String(postgres.pid)] : []
  const child = fork(script, args, { cwd: tree, env: { ...process.env, ...env } })
  resources.defer(() => close(child))
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`A side ended with ${code}`)))
  ended.catch(() => undefined)
  const receive = async () => (await Promise.race([once(child, 'message'), ended]))[0]
  const { names, samples } = (await receive()) as Pick<Side, 'names' | 'samples'>
  const measure = (name: string) => {
    const answer = receive() as Promise<Measurement>
    child.send(name)
    return answer
  }
  return { names, samples, measure }
}

/** Lets a side end its server before it ends itself. */
async function close(child: ChildProcess): Promise<void> {
  if (!child.connected) return terminate(child)
  const ended = once(child, 'exit')
  child.send('close')
  await ended
}
