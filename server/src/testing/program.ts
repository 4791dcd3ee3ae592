import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

/** Characters of the output that are kept. */
const OUTPUT_MAX = 10_000

/** A program that a test starts, signals and kills; it ends with the test's own process at the latest. */
export interface Program extends AsyncDisposable {
  child: ChildProcess
  /** Resolves with the exit code, null after a signal that it did not handle. */
  ended: Promise<number | null>
  isRunning(): boolean
  /** The end of what it has printed. */
  getOutput(): string
  /** Sends the signal and waits for the end. Returns the exit code, null after SIGKILL. */
  end(signal?: NodeJS.Signals): Promise<number | null>
}

export interface ProgramOptions {
  env?: NodeJS.ProcessEnv
  cwd?: string
  /** Whom it runs as; undefined: as this process does. */
  user?: { uid: number; gid: number } | undefined
  /** Whether it exchanges messages with this process. */
  hasChannel?: boolean
  /** Detached from the terminal: Ctrl-C does not end it, so that the caller ends several in order. */
  isDetached?: boolean
  /** Called with all that it prints. */
  onOutput?: (chunk: Buffer) => void
}

/** Starts a program. */
export function startProgram(
  [command, ...args]: readonly string[],
  { env = process.env, cwd, user, hasChannel = false, isDetached = false, onOutput }: ProgramOptions = {},
): Program {
  const child = spawn(command!, args, {
    ...user,
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe', ...(hasChannel ? (['ipc'] as const) : [])],
    detached: isDetached,
  })
  let output = ''
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', (chunk: Buffer) => {
      output = (output + chunk).slice(-OUTPUT_MAX)
      onOutput?.(chunk)
    })
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  const ended = once(child, 'exit').then(([code]) => {
    process.off('exit', kill)
    return code as number | null
  })
  // A program that is not there has no end; its start fails.
  ended.catch(() => undefined)
  const isRunning = () => child.exitCode === null && child.signalCode === null
  const end = async (signal: NodeJS.Signals = 'SIGTERM') => {
    if (isRunning()) child.kill(signal)
    return ended
  }
  return {
    child,
    ended,
    isRunning,
    getOutput: () => output,
    end,
    [Symbol.asyncDispose]: async () => void (await end()),
  }
}
