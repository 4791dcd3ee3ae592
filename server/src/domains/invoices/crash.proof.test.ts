import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { domains } from '../../app.ts'
import { type Context, change } from '../../context.ts'
import { crashAfter } from '../../testing/crash-after.ts'
import { type TestServer, testServer } from '../../testing/harness.ts'
import { eraseAccount } from '../closures/erase-account.ts'
import { createAccount } from '../identity/index.ts'
import { renderPdf } from './index.ts'
import { invoiceForTests } from './invoices.testing.ts'
import { upsertInvoice } from './invoices.ts'
import { findInvoice } from './store.ts'
import { listPdfKeys } from './stored-pdf.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ work: false })
})
afterAll(() => server.close())

async function announce(): Promise<{ accountId: string; invoiceId: string; number: string }> {
  const { ctx, clock } = server
  const customer = { email: `${randomUUID()}@keepsake.test`, brandId: 'keepsake-gb', locale: 'en-GB' }
  const accountId = (await change(ctx, tx =>
    createAccount(tx, { ...customer, registeredAt: clock.now(), businessStatus: 'Active' }),
  ))!
  const number = `I-${randomUUID().slice(0, 8)}`
  const { id } = await upsertInvoice(ctx, number, invoiceForTests(accountId))
  return { accountId, invoiceId: id, number }
}

/** Repeats the work with one step more each time until it completes; `after` checks the state after each crash. */
async function crashAtEveryStep<T>(
  prepare: () => Promise<T>,
  work: (ctx: Context, prepared: T) => Promise<unknown>,
  after: (prepared: T) => Promise<void>,
): Promise<number> {
  for (let steps = 0; ; steps++) {
    const prepared = await prepare()
    const { ctx, hasCrashed } = crashAfter(server.ctx, steps)
    await work(ctx, prepared).catch(error => {
      if (!hasCrashed()) throw error
    })
    await after(prepared)
    if (!hasCrashed()) return steps
  }
}

describe('AA-084 a crash at every step', () => {
  test('of rendering: the next run makes the PDF, one blob and no other', async () => {
    const steps = await crashAtEveryStep(
      announce,
      (ctx, { accountId, invoiceId }) => renderPdf(ctx, accountId, invoiceId),
      async ({ accountId, invoiceId }) => {
        await renderPdf(server.ctx, accountId, invoiceId)
        const { state, blob_key } = (await findInvoice(server.ctx.db, accountId, invoiceId))!
        expect(state).toBe('ready')
        expect(await listPdfKeys(server.ctx, accountId)).toEqual([blob_key])
      },
    )
    expect(steps).toBeGreaterThan(6)
  })

  test('of rendering while the account is erased: the run after it leaves nothing', async () => {
    await crashAtEveryStep(
      announce,
      async (ctx, { accountId, invoiceId }) => {
        const erasure = { accountId, by: 'Ada', rule: 'customer-care' } as const
        const put = async (...args: Parameters<Context['blobs']['put']>) => {
          await eraseAccount(server.ctx, domains, erasure)
          return ctx.blobs.put(...args)
        }
        await renderPdf({ ...ctx, blobs: { ...ctx.blobs, put } }, accountId, invoiceId)
      },
      async ({ accountId, invoiceId }) => {
        await eraseAccount(server.ctx, domains, { accountId, by: 'Ada', rule: 'customer-care' })
        // The queue gives the job of a dead worker to another one.
        await renderPdf(server.ctx, accountId, invoiceId)
        expect(await listPdfKeys(server.ctx, accountId)).toEqual([])
      },
    )
  })

  test('of a version that another one replaces while it is rendered: the newer one is the PDF', async () => {
    await crashAtEveryStep(
      announce,
      async (ctx, { accountId, invoiceId, number }) => {
        const put = async (...args: Parameters<Context['blobs']['put']>) => {
          const corrected = invoiceForTests(accountId, { version: 2, notes: ['Corrected'] })
          await upsertInvoice(server.ctx, number, corrected)
          return ctx.blobs.put(...args)
        }
        await renderPdf({ ...ctx, blobs: { ...ctx.blobs, put } }, accountId, invoiceId)
      },
      async ({ accountId, invoiceId }) => {
        // Twice: the job of the first version runs again as well.
        for (let run = 0; run < 2; run++) await renderPdf(server.ctx, accountId, invoiceId)
        const { version, state, blob_key } = (await findInvoice(server.ctx.db, accountId, invoiceId))!
        expect(state).toBe('ready')
        if (version === 2) expect(blob_key).toContain(`${invoiceId}-2-`)
        expect(await listPdfKeys(server.ctx, accountId)).toEqual([blob_key])
      },
    )
  })
})
