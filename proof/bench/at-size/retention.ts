import { sql } from 'kysely'
import { retentionCommand } from '#server/domains/retention/commands/command.ts'
import { runRetention } from '#server/domains/retention/run/run.ts'
import { verify } from '../harness/bench.ts'
import { createFigure } from '../harness/figure.ts'
import { type PopulatedDatabase, resetMeasured } from '../harness/populated-database.ts'
import { measureElapsedMs } from '../harness/rounds.ts'

const RETENTION_MAX_S = 20
const neverAborted = new AbortController().signal

/** Measures the first runs on old data: nearly every due customer's date is moved, and the customer gets a reminder. */
export async function measureRetention({ runInContext, runWithoutScans }: PopulatedDatabase, rounds: number) {
  const [dryRuns, runs]: [number[], number[]] = [[], []]
  let customers = 0
  for (let round = 0; round < rounds; round++) {
    const lines: string[] = []
    const dryRun = retentionCommand.parse(['--dry-run'])!
    dryRuns.push(
      (await runWithoutScans('a dry run', ctx =>
        measureElapsedMs(() => dryRun(ctx, line => lines.push(line))),
      )) / 1000,
    )
    runs.push(
      (await runWithoutScans('a run', ctx => measureElapsedMs(() => runRetention(ctx, neverAborted)))) / 1000,
    )
    customers = await runInContext(async ctx => {
      const { rows } = await sql<{ reminders: number; moved: number }>`
        select (select count(*)::int from retention_notices where state = 'due') as reminders,
          (select count(*)::int from retention_journal where event = 'deadline-moved') as moved`.execute(
        ctx.db,
      )
      const { reminders, moved } = rows[0]!
      const planned = lines.filter(line => /^ {2}(remind|move) /.test(line)).length
      verify(
        reminders > 0 && reminders === planned,
        `${reminders} reminders are due, ${planned} were planned`,
      )
      verify(moved === lines.filter(line => line.startsWith('  move ')).length, 'dates were moved as planned')
      // The clean-up measures the rows of the last round.
      if (round < rounds - 1) await resetMeasured(ctx)
      return reminders
    })
  }
  const formatTitle = (run: string) => `${run} that reminds ${customers.toLocaleString('en')} customers`
  return {
    correct: [
      `a run moved the dates and made due the reminders of the ${customers} customers of the dry run`,
    ],
    figures: [
      createFigure(formatTitle('retention run'), runs, { atMost: RETENTION_MAX_S, unit: 's' }),
      createFigure(formatTitle('dry run of one'), dryRuns, { atMost: RETENTION_MAX_S, unit: 's' }),
    ],
  }
}
