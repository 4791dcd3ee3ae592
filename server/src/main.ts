import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { COMMANDS } from './command-list.ts'

// Code without types and compiled, which halves the CPU time of a start; NODE_COMPILE_CACHE names another folder.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.compile-cache', import.meta.url)))

// A reader that has left, as `| head`, ends neither the command nor its work.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

const words = process.argv.slice(2)
try {
  if (words[0] === 'help' || words.some(word => word === '--help' || word === '-h')) printHelp()
  else process.exitCode = (await run(words)) ?? refuse()
} catch (error) {
  const { reportError } = await import('./report-error.ts')
  reportError(error)
  process.exit(1)
}

/** Runs the command that the words name, by default `serve`; null for an unknown one or invalid arguments. */
async function run(givenWords: readonly string[]): Promise<number | null> {
  const allWords =
    givenWords[0] === undefined || givenWords[0].startsWith('-') ? ['serve', ...givenWords] : givenWords
  const entry = COMMANDS.find(({ name }) => `${allWords.join(' ')} `.startsWith(`${name} `))
  if (!entry) return null
  const args = allWords.slice(entry.name.split(' ').length)
  if (entry.load) return (await entry.load()).run(process.env, args, printLine)
  const { runCommand } = await import('./run-command.ts')
  return runCommand(entry.name, args, printLine)
}

function printHelp(): void {
  for (const line of findUsage(words.filter(word => word !== 'help' && !word.startsWith('-'))))
    printLine(line)
}

function refuse(): number {
  console.error(`There is:\n${findUsage(words).join('\n')}`)
  return 2
}

/** The lines of the commands, with their options, that begin with most of the words, or of all when none begins with the first. */
function findUsage(givenWords: readonly string[]): readonly string[] {
  const usageLines = COMMANDS.flatMap(({ usage }) => usage.split(/\n(?=keepsake )/))
  for (let length = givenWords.length; length > 0; length--) {
    const name = ['keepsake', ...givenWords.slice(0, length)].join(' ')
    const lines = usageLines.filter(line => `${line} `.startsWith(`${name} `))
    if (lines.length > 0) return lines
  }
  return usageLines
}

function printLine(line: string): void {
  process.stdout.write(`${line}\n`)
}
