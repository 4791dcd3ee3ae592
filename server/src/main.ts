import { parseArgs } from 'node:util'
import { RETENTION_USAGE, retentionCommand } from './domains/retention/index.ts'
import { serve, withContext } from './serve.ts'

const USAGE = `keepsake serve [--role all|web|worker] [--empty]
${RETENTION_USAGE}`

const [command = 'serve', ...args] = process.argv.slice(2)

try {
  if (command.startsWith('-')) await run([command, ...args])
  else if (command === 'serve') await run(args)
  else if (command === 'retention') await perform(retentionCommand(args))
  else misunderstood()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { role: { type: 'string' }, empty: { type: 'boolean' } } })
  const running = await serve(process.env, values)
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

async function perform(work: ReturnType<typeof retentionCommand>): Promise<void> {
  if (!work) return misunderstood()
  process.exitCode = await withContext(process.env, ctx =>
    work(ctx, line => process.stdout.write(`${line}\n`)),
  )
}

function misunderstood(): void {
  console.error(`There is:\n${USAGE}`)
  process.exitCode = 2
}
