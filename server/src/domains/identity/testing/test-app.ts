import type { FastifyInstance } from 'fastify'
import { seedDemoCustomers } from '#sandbox/demo/customers.ts'
import { domains } from '#server/app.ts'
import type { Context } from '#server/context.ts'
import { createApp } from '#server/http/app.ts'
import type { Config } from '#server/platform/config/config.ts'
import { answerCheck } from '#server/testing/answer-check.ts'
import { testServer } from '#server/testing/harness.ts'
import { authenticate } from '../index.ts'

export type TestApp = Awaited<ReturnType<typeof startTestApp>>

/** Starts the whole server with the demo customers in it. */
export async function startTestApp(config: Partial<Config> = {}) {
  const server = await testServer({ config })
  await seedDemoCustomers(server.ctx)
  const siblings: FastifyInstance[] = []
  return {
    ...server,
    http: server.app.http,
    /** Starts a second server on the same database, without shared memory. */
    async sibling(changes: Partial<Context> = {}): Promise<FastifyInstance> {
      const ctx = { ...server.ctx, ...changes }
      const { http } = await createApp(ctx, [answerCheck, ...domains], authenticate(ctx))
      siblings.push(http)
      await http.ready()
      return http
    },
    async close() {
      for (const http of siblings) await http.close()
      await server.close()
    },
  }
}
