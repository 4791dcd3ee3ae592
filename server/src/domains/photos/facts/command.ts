import { change } from '#server/context.ts'
import type { Command } from '#server/domain.ts'
import { parseCommandLine } from '#server/platform/command-line.ts'
import { backfillFactsJob } from '../job-kinds.ts'
import { readFactsProgress } from '../store/facts.ts'
import { resetBackfill, startBackfill } from '../store/facts-backfill.ts'
import { FACTS_VERSION } from './picture-facts.ts'

export const factsCommand: Command = {
  name: 'facts',
  parse(args) {
    const parsed = parseCommandLine(args, { account: { type: 'string' }, again: { type: 'boolean' } })
    const account = parsed?.values.account?.trim()
    if (!account || parsed!.words.length > 0) return null
    return async (ctx, print) => {
      await change(ctx, async tx => {
        if (parsed!.values.again) await resetBackfill(tx, account)
        await startBackfill(tx.db, account, FACTS_VERSION, ctx.clock.now())
        await ctx.jobs.send(tx, backfillFactsJob, [{}])
      })
      const { done = 0, of = 0 } = (await readFactsProgress(ctx.db, account)) ?? {}
      print(`${done} of ${of} photos have been read; a worker will read the others.`)
      return 0
    }
  },
}
