import { fork } from 'node:child_process'
import { once } from 'node:events'
import { flushCompileCache } from 'node:module'
import { setTimeout as later } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { TestPlace } from './harness.ts'

/** A process of its own, to be told things and to be killed; disposing of it kills it. */
export interface Child<Said> extends AsyncDisposable {
  /** Its next message; fails when it ends before. */
  next(): Promise<Said>
  say(message: unknown): void
  /** SIGKILL; resolves when it is gone. */
  kill(): Promise<void>
}

/** What another process needs to know of a place. */
export type ToldPlace = Pick<TestPlace, 'folder' | 'location' | 'secret'>

export const told = ({ folder, location, secret }: TestPlace): ToldPlace => ({ folder, location, secret })

/** The place in the process that was told of it; whoever made it removes it. */
export const placeOf = (place: ToldPlace): TestPlace => ({ ...place, remove: async () => undefined })

/** What the modules of a server compile to: a process loads them with half the CPU. */
const COMPILED = fileURLToPath(new URL('../../../node_modules/.cache/compiled', import.meta.url))

/** Does the work of a started script, with the first message it is told. */
export function whenTold<Told>(work: (told: Told) => Promise<void>): void {
  // A process that is killed keeps nothing of what it compiled.
  flushCompileCache()
  process.once('message', work)
}

/** Starts a script and tells it a first message; `through` is a command that is to start it ('unshare', …). */
export function startChild<Said>(script: URL, first: unknown, through: readonly string[] = []): Child<Said> {
  const [command, ...args] = through
  const flags = ['--liftoff-only']
  const child = fork(script, {
    env: { ...process.env, NODE_NO_WARNINGS: '1', NODE_COMPILE_CACHE: COMPILED },
    ...(command
      ? { execPath: command, execArgv: [...args, process.execPath, ...flags] }
      : { execArgv: flags }),
  })
  const said: Said[] = []
  let heard = Promise.withResolvers<void>()
  child.on('message', message => {
    said.push(message as Said)
    heard.resolve()
  })
  const ended = once(child, 'exit')
  const say = (message: unknown) => void child.send(message as object)
  const kill = async () => {
    child.kill('SIGKILL')
    await ended
  }
  say(first)
  return {
    kill,
    [Symbol.asyncDispose]: kill,
    say,
    async next() {
      while (said.length === 0) {
        heard = Promise.withResolvers()
        const gone = ended.then(([code]) => Promise.reject(new Error(`The process ended with ${code}`)))
        await Promise.race([heard.promise, gone])
      }
      return said.shift()!
    },
  }
}

/** Starts a script and kills it so many milliseconds after it said the word. */
export async function killedAfter(script: URL, first: unknown, word: string, ms: number): Promise<void> {
  const child = startChild<string>(script, first)
  while ((await child.next()) !== word);
  await later(ms)
  await child.kill()
}
