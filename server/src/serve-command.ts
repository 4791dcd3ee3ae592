import type { StandaloneCommand } from './domain.ts'
import { parseCommandLine } from './platform/command-line.ts'
import { reportError } from './report-error.ts'
import { type RunningServer, serve } from './serve.ts'

/** `keepsake serve`: starts a process of a role. */
export const serveCommand: StandaloneCommand = {
  name: 'serve',
  async run(env, args) {
    const parsed = parseCommandLine(args, { role: { type: 'string' } })
    if (!parsed || parsed.words.length > 0) return null
    runServer(await serve(env, parsed.values), reportError)
    return 0
  },
}

/**
 * Closes the server and exits at SIGTERM and SIGINT, exits at once at a second signal, and with code 1 when the server
 * fails, after `report`. Notifies a parent process with a message channel that the server is ready.
 */
export function runServer(
  server: Pick<RunningServer, 'failed' | 'close'>,
  report: (error: unknown) => void,
): void {
  let closing = false
  void server.failed.then(async error => {
    report(error)
    closing = true
    await server.close()
    process.exit(1)
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (closing) process.exit(1)
      closing = true
      server.close({ isReplaced: signal === 'SIGTERM' }).then(
        () => process.exit(0),
        error => {
          report(error)
          process.exit(1)
        },
      )
    })
  }
  // For a parent with a message channel (child_process, pm2): a worker has no port that shows that it is ready. Sent
  // when the signals are handled, because the parent may send one at once.
  process.send?.('ready')
}
