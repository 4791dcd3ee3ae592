import { chmod, readFile, rename, writeFile } from 'node:fs/promises'
import { isFileMissing } from '../platform/blobs/durable-files.ts'

export interface DrillResult {
  endedAt: Date
  seconds: number
  tables: number
  rows: number
  originals: number
  problems: number
}

const LAST_SUCCESS = 'keepsake_restore_drill_last_success_timestamp_seconds'

/** Writes the result for the textfile collector of node_exporter, atomically; a failure keeps the date of the last success. */
export async function writeDrillMetrics(path: string, result: DrillResult): Promise<void> {
  const endedAt = Math.floor(result.endedAt.getTime() / 1000)
  const lastSuccess = result.problems === 0 ? endedAt : await readLastSuccess(path)
  const text = [
    ...(lastSuccess === null
      ? []
      : [describe(LAST_SUCCESS, 'When the latest restore drill passed'), `${LAST_SUCCESS} ${lastSuccess}`]),
    describe('keepsake_restore_drill_last_run_timestamp_seconds', 'When the latest restore drill ended'),
    `keepsake_restore_drill_last_run_timestamp_seconds ${endedAt}`,
    describe('keepsake_restore_drill_duration_seconds', 'How long the latest restore drill took'),
    `keepsake_restore_drill_duration_seconds ${result.seconds.toFixed(1)}`,
    describe('keepsake_restore_drill_compared', 'What the latest restore drill has compared'),
    ...(['tables', 'rows', 'originals'] as const).map(
      kind => `keepsake_restore_drill_compared{kind="${kind}"} ${result[kind]}`,
    ),
    describe('keepsake_restore_drill_problems', 'Problems that the latest restore drill has found'),
    `keepsake_restore_drill_problems ${result.problems}`,
  ]
  await writeFile(`${path}.new`, `${text.join('\n')}\n`)
  await chmod(`${path}.new`, 0o644)
  await rename(`${path}.new`, path)
}

const describe = (name: string, help: string) => `# HELP ${name} ${help}\n# TYPE ${name} gauge`

async function readLastSuccess(path: string): Promise<string | null> {
  const text = await readFile(path, 'utf8').catch(error => {
    if (isFileMissing(error)) return ''
    throw error
  })
  return new RegExp(`^${LAST_SUCCESS} (\\d+)$`, 'm').exec(text)?.[1] ?? null
}
