import { jobs } from '../../app.ts'
import type { TestServer } from '../harness.ts'

const never = new AbortController().signal

/** Does a job here and now, as one more worker would; what the queue holds is not asked. */
export async function runJob({ ctx }: TestServer, name: string, payload: object = {}): Promise<void> {
  const { handler } = jobs.find(({ kind }) => kind.name === name)!
  await handler(ctx, [payload] as never, never)
}
