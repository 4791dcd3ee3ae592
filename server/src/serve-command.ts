import type { StandaloneCommand } from './domain.ts'
import { parseCommandLine } from './platform/command-line.ts'
import { reportError } from './report-error.ts'
import { runServer } from './run-server.ts'
import { serve } from './serve.ts'

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
