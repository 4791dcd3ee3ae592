import type { Command } from '../../domain.ts'
import { retryAllRenderings } from './invoices.ts'

export const invoicesCommand: Command = {
  name: 'invoices',
  parse: args =>
    args.length === 1 && args[0] === 'retry'
      ? async (ctx, print) => {
          print(`${await retryAllRenderings(ctx)} invoices are queued; a worker will render them.`)
          return 0
        }
      : null,
}
