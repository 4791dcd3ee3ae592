import { on } from 'node:events'
import { flushCompileCache } from 'node:module'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { setProcessActor } from '../platform/db/statement-scope.ts'
import { startProgram } from './program.ts'

/** A separate process that exchanges messages with the test and can be killed; disposing of it kills it. */
export interface TestProcess<Message> extends AsyncDisposable {
  /** The next message of the process; rejects when the process ends before sending one. */
  next(): Promise<Message>
  send(message: unknown): void
  /** Sends SIGKILL; resolves when the process has ended. */
  kill(): Promise<void>
}

/** Cache of compiled modules of a server, which halves the CPU time of a start. */
export const COMPILE_CACHE = fileURLToPath(new URL('../../../node_modules/.cache/compiled', import.meta.url))

/** Runs the work of a started script with the first message it receives. */
export function onStartMessage<Message>(work: (message: Message) => Promise<void>): void {
  // A killed process does not write its compile cache.
  flushCompileCache()
  setProcessActor({ type: 'system', id: 'test' })
  process.once('message', work)
}

/** Starts a script and sends it a first message; `wrapper` is a command that starts the script ('unshare', …). */
export function startProcess<Message>(
  script: URL,
  firstMessage: unknown,
  wrapper: readonly string[] = [],
): TestProcess<Message> {
  const program = startProgram([...wrapper, process.execPath, '--liftoff-only', fileURLToPath(script)], {
    env: { ...process.env, NODE_NO_WARNINGS: '1', NODE_COMPILE_CACHE: COMPILE_CACHE },
    hasChannel: true,
  })
  const { child } = program
  const messages = on(child, 'message', { close: ['disconnect'] }) as AsyncIterableIterator<[Message]>
  const send = (message: unknown) => void child.send(message as object)
  const kill = async () => void (await program.end('SIGKILL'))
  send(firstMessage)
  return {
    kill,
    [Symbol.asyncDispose]: kill,
    send,
    async next() {
      const { value, done } = await messages.next()
      if (done) throw new Error(`The process ended with ${await program.ended}: ${program.getOutput()}`)
      return value[0]
    },
  }
}

/** Starts a script and kills it `delayMs` milliseconds after it sent `message`. */
export async function startAndKillProcess(
  script: URL,
  firstMessage: unknown,
  message: string,
  delayMs: number,
): Promise<void> {
  const child = startProcess<string>(script, firstMessage)
  while ((await child.next()) !== message);
  await delay(delayMs)
  await child.kill()
}
