import { createDistributionStatements } from './distribution.ts'
import type { Command, CommandAction } from './domain.ts'

/** Prints how a cluster distributes the tables. */
export const databaseCommand: Command = {
  name: 'database distribution',
  usage:
    'keepsake database distribution                 prints SQL that distributes the tables over the nodes of Citus',
  parse: words => (words.length > 0 ? null : printDistribution),
}

const printDistribution: CommandAction = async (_ctx, print) => {
  for (const statement of createDistributionStatements()) print(`${statement};`)
  return 0
}
