import { parseArgs } from 'node:util'
import { startDemo } from '#demo/start-demo.ts'
import type { Context } from './context.ts'
import { IMPORT_LIBRARIES_USAGE, importLibrariesCommand } from './domains/imports/index.ts'
import { RETENTION_USAGE, retentionCommand } from './domains/retention/index.ts'
import { IMPORT_SHARED_ALBUMS_USAGE, importSharedAlbumsCommand } from './domains/shared-albums/index.ts'
import { serve, withContext } from './serve.ts'

const USAGE = `keepsake serve [--role all|web|worker] [--empty]
${RETENTION_USAGE}
${IMPORT_LIBRARIES_USAGE}
${IMPORT_SHARED_ALBUMS_USAGE}`

/** Reads the words after the command: what to do with an open context, or null when they say nothing. */
type Command = (args: readonly string[]) => Work | null
/** What to do with an open context; the number is the exit code. */
type Work = (ctx: Context, print: (line: string) => unknown) => Promise<number>

const IMPORTS: Record<string, Command> = {
  libraries: importLibrariesCommand,
  'shared-albums': importSharedAlbumsCommand,
}

const COMMANDS: Record<string, Command> = {
  retention: retentionCommand,
  import: ([what = '', ...rest]) => IMPORTS[what]?.(rest) ?? null,
}

const [command = 'serve', ...args] = process.argv.slice(2)

try {
  if (command.startsWith('-')) await run([command, ...args])
  else if (command === 'serve') await run(args)
  else await perform(COMMANDS[command]?.(args) ?? null)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { role: { type: 'string' }, empty: { type: 'boolean' } } })
  const running = await serve(process.env, values, startDemo)
  let closing = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (closing) process.exit(1)
      closing = true
      running.close().then(
        () => process.exit(0),
        error => {
          console.error(error)
          process.exit(1)
        },
      )
    })
  }
}

async function perform(work: Work | null): Promise<void> {
  if (!work) return misunderstood()
  process.exitCode = await withContext(process.env, ctx =>
    work(ctx, line => process.stdout.write(`${line}\n`)),
  )
}

function misunderstood(): void {
  console.error(`There is:\n${USAGE}`)
  process.exitCode = 2
}
