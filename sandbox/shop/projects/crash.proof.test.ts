import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startShopProgram } from '../testing/shop-process.testing.ts'
import { TestBrowser } from '../testing/test-browser.ts'
import { ADDRESS, findLink, LARGE, TestShop, waitUntilPasses } from '../testing/test-shop.testing.ts'

/** Milliseconds from a request to the SIGKILL. */
const KILLED_AFTER = [0, 3, 6, 9, 12, 15, 20, 30]

test('AA-091 a project saved in the moment of a SIGKILL is one project, and ordered in that of another one is none', async () => {
  const t = await TestShop.start()
  // The spawned processes have the real clock; a project is not changed before it was created.
  t.now = new Date()
  await t.shop.close()
  const id = t.keepsake.createSelection({ 'beach.jpg': LARGE })
  const form = `/prints/${id}?page=1`
  t.anna = new TestBrowser(t.shop.origin)
  const live = () => [...t.keepsake.projects.values()].filter(project => project !== null)
  /** Sends a form to a process that is killed before it answers. */
  const sendToKilled = async (
    path: string,
    action: string,
    fields: Record<string, string>,
    delay: number,
  ) => {
    t.keepsake.projectFailures = delay % 2 === 0 ? ['lost'] : [503]
    const { program, origin } = await startShopProgram(t.env)
    t.anna.moveTo(origin)
    await t.anna.open(path)
    if (t.anna.path === path) {
      const body = new URLSearchParams({ ...t.anna.fields(action), ...fields })
      const sent = t.anna.send(action, { method: 'POST', body }).catch(() => undefined)
      await wait(delay)
      await program.end('SIGKILL')
      await sent
    } else await program.end('SIGKILL')
  }
  const first = await startShopProgram(t.env)
  t.anna.moveTo(first.origin)
  await t.anna.open(findLink(id))
  await first.program.end('SIGKILL')
  for (const delay of KILLED_AFTER) await sendToKilled(`/prints/${id}`, form, { next: 'project' }, delay)
  t.now = new Date()
  await t.open()
  await t.anna.open(`/prints/${id}`)
  await t.anna.submit(form, { next: 'project' })
  expect(t.anna.text).toContain('Saved. You can continue')
  await waitUntilPasses(() => expect(live()).toHaveLength(1))
  // Each version has been sent with one content, and in this order.
  const versions = t.keepsake.receivedProjects.map(({ version }) => version)
  expect(versions).toEqual(versions.toSorted((a, b) => a - b))
  await t.shop.close()

  for (const delay of KILLED_AFTER)
    await sendToKilled(`/prints/${id}/delivery`, `/prints/${id}/order`, ADDRESS, delay)
  t.keepsake.projectFailures = []
  t.now = new Date()
  await t.open()
  await t.anna.open(`/prints/${id}`)
  if (!t.anna.path.startsWith('/orders/')) await t.placeOrder(id)
  await waitUntilPasses(() => expect(live()).toEqual([]))
  await waitUntilPasses(async () => expect(await readdir(join(t.folder, 'projects'))).toEqual([]))
  await t.close()
})
