import { commands as domainCommands } from './app.ts'
import { databaseCommand } from './database-command.ts'
import type { Command } from './domain.ts'
import { jobsCommand } from './jobs-command.ts'
import { withContext } from './open-context.ts'

/** The commands that run with an open context. */
export const contextCommands: readonly Command[] = [...domainCommands, jobsCommand, databaseCommand]

/** Runs a command with a context; null when the arguments are not valid. */
export async function runCommand(
  name: string,
  args: readonly string[],
  print: (line: string) => unknown,
): Promise<number | null> {
  const command = contextCommands.find(each => each.name === name)
  const work = command?.parse(args)
  if (!command || !work) return null
  return withContext(process.env, ctx => work(ctx, print), command)
}
