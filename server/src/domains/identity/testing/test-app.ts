import type { FastifyInstance } from 'fastify'
import { seedDemoCustomers } from '#sandbox/demo/customers.ts'
import type { Mailbox } from '#sandbox/mailbox/mailbox.ts'
import { domains } from '#server/app.ts'
import type { Context } from '#server/context.ts'
import { createApp } from '#server/http/app.ts'
import type { Config } from '#server/platform/config/config.ts'
import { answerCheck } from '#server/testing/answer-check.ts'
import { testServer } from '#server/testing/harness.ts'
import { authenticate } from '../index.ts'

export interface TestApp {
  http: FastifyInstance
  /** Origin of the server, for sockets. */
  origin: string
  ctx: Context
  clock: Awaited<ReturnType<typeof testServer>>['clock']
  mailbox: Mailbox
  /** A second server on the same database, without shared memory. */
  sibling: (changes?: Partial<Context>) => Promise<FastifyInstance>
  close: () => Promise<void>
}

/** Starts the whole server with the demo customers in it. */
export async function startTestApp(config: Partial<Config> = {}): Promise<TestApp> {
  const server = await testServer({ config })
  await seedDemoCustomers(server.ctx)
  const siblings: FastifyInstance[] = []
  return {
    http: server.app.http,
    origin: server.origin,
    ctx: server.ctx,
    clock: server.clock,
    mailbox: server.mailbox,
    async sibling(changes = {}) {
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
