import { jobs } from '../app.ts'
import type { TestServer } from './harness.ts'

const neverAborted = new AbortController().signal

/** Runs a job's handler directly, without the queue, like an additional worker. */
export async function runJob(
  { ctx }: Pick<TestServer, 'ctx'>,
  name: string,
  payload: object = {},
): Promise<void> {
  const { handler } = jobs.find(({ kind }) => kind.name === name)!
  await handler(ctx, [payload] as never, neverAborted)
}
