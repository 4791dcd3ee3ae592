import { commands as domainCommands } from './app.ts'
import { brandsCommand } from './brands-command.ts'
import { configCommand } from './config-command.ts'
import { databaseCommand } from './database-command.ts'
import { doctorCommand } from './doctor/doctor-command.ts'
import type { Command, CommandAction, StandaloneCommand } from './domain.ts'
import { jobsCommand } from './jobs-command.ts'
import { migrateCommand } from './migrate-command.ts'
import { parseCommandLine } from './platform/command-line.ts'
import { reportError } from './report-error.ts'
import { restoreDrillCommand } from './restore-drill/restore-drill-command.ts'
import { runServer } from './run-server.ts'
import { serve, withContext } from './serve.ts'

const serveCommand: StandaloneCommand = {
  name: 'serve',
  usage: 'keepsake serve [--role all|web|worker|sftp]',
  async run(env, args) {
    const parsed = parseCommandLine(args, { role: { type: 'string' } })
    if (!parsed || parsed.words.length > 0) return null
    runServer(await serve(env, parsed.values), reportError)
    return 0
  },
}

const standaloneCommands = [
  serveCommand,
  migrateCommand,
  configCommand,
  brandsCommand,
  doctorCommand,
  restoreDrillCommand,
]
const commands = [...domainCommands, jobsCommand, databaseCommand]
const USAGE_LINES = [...standaloneCommands, ...commands].flatMap(({ usage }) => usage.split('\n'))

// A reader that has left, as `| head`, ends neither the command nor its work.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

const words = process.argv.slice(2)
try {
  if (words[0] === 'help' || words.some(word => word === '--help' || word === '-h')) printHelp()
  else process.exitCode = (await run(words)) ?? refuse()
} catch (error) {
  reportError(error)
  process.exit(1)
}

/** Runs the command that the words name, by default `serve`; null for an unknown one or invalid arguments. */
async function run(words: readonly string[]): Promise<number | null> {
  const [name = 'serve', ...args] = words[0]?.startsWith('-') ? ['serve', ...words] : words
  const standalone = standaloneCommands.find(command => command.name === name)
  if (standalone) return standalone.run(process.env, args, printLine)
  const [command, work] = findAction(words) ?? []
  if (!command || !work) return null
  return withContext(process.env, ctx => work(ctx, printLine), command)
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

function printHelp(): void {
  for (const line of findUsage(words.filter(word => word !== 'help' && !word.startsWith('-'))))
    printLine(line)
}

function refuse(): number {
  console.error(`There is:\n${findUsage(words).join('\n')}`)
  return 2
}

/** The lines of the commands that begin with most of the words, or of all when none begins with the first. */
function findUsage(words: readonly string[]): readonly string[] {
  for (let length = words.length; length > 0; length--) {
    const name = ['keepsake', ...words.slice(0, length)].join(' ')
    const lines = USAGE_LINES.filter(line => `${line} `.startsWith(`${name} `))
    if (lines.length > 0) return lines
  }
  return USAGE_LINES
}

function printLine(line: string): void {
  process.stdout.write(`${line}\n`)
}
