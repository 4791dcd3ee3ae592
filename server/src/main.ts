import { parseArgs } from 'node:util'
import { commands as domainCommands } from './app.ts'
import { databaseCommand } from './database-command.ts'
import type { Command, CommandAction } from './domain.ts'
import { jobsCommand } from './jobs-command.ts'
import { MIGRATE_USAGE, runMigrateCommand } from './migrate-command.ts'
import { reportError, runServer } from './run-server.ts'
import { serve, withContext } from './serve.ts'

const commands = [...domainCommands, jobsCommand, databaseCommand]

const USAGE = [
  'keepsake serve [--role all|web|worker|sftp]',
  MIGRATE_USAGE,
  ...commands.map(each => each.usage),
].join('\n')

const [command = 'serve', ...args] = process.argv.slice(2)

try {
  if (command.startsWith('-')) await serveUntilSignal([command, ...args])
  else if (command === 'serve') await serveUntilSignal(args)
  else if (command === 'migrate') await runMigrate(args)
  else await runCommand([command, ...args])
} catch (error) {
  reportError(error)
  process.exit(1)
}

async function serveUntilSignal(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { role: { type: 'string' } } })
  runServer(await serve(process.env, values))
}

async function runMigrate(words: readonly string[]): Promise<void> {
  const code = await runMigrateCommand(process.env, words, printLine)
  if (code === null) printUsage()
  else process.exitCode = code
}

async function runCommand(words: readonly string[]): Promise<void> {
  const [command, work] = findAction(words) ?? []
  if (!command || !work) return printUsage()
  process.exitCode = await withContext(process.env, ctx => work(ctx, printLine), command)
}

function printLine(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Finds the command of a command line and its action; null for an unknown command or invalid arguments. */
function findAction(words: readonly string[]): [Command, CommandAction] | null {
  for (const command of commands) {
    const { length } = command.name.split(' ')
    if (words.slice(0, length).join(' ') !== command.name) continue
    const work = command.parse(words.slice(length))
    return work && [command, work]
  }
  return null
}

function printUsage(): void {
  console.error(`There is:\n${USAGE}`)
  process.exitCode = 2
}
