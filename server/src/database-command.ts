import { createDistributionStatements } from './distribution.ts'
import type { Command, CommandAction } from './domain.ts'

/** Prints how a cluster distributes the tables. */
export const databaseCommand: Command = {
  name: 'database distribution',
  parse: words => (words.length > 0 ? null : printDistribution),
}

const printDistribution: CommandAction = async (_ctx, print) => {
  for (const statement of createDistributionStatements()) print(`${statement};`)
  return 0
}
