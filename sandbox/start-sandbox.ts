import { setTimeout as sleep } from 'node:timers/promises'
import { brands, findHostRedirect } from '#brands/index.ts'
import { checkStart } from '#server/check-start.ts'
import type { Context } from '#server/context.ts'
import type { HttpModule } from '#server/http/route.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { setProcessActor } from '#server/platform/db/statement-scope.ts'
import { createLog } from '#server/platform/log/log.ts'
import { createRetailer } from '#server/platform/retailer/retailer.ts'
import { type RunningServer, serve } from '#server/serve.ts'
import { checkSandbox } from './check-sandbox.ts'
import { getLegacyStorePath, getMailboxPath } from './data-paths.ts'
import { DEMO_PASSWORD, type DemoEmail, seedDemoCustomers } from './demo/customers.ts'
import { seedDemo } from './demo/seed-demo.ts'
import { isStepDone } from './demo/steps.ts'
import { openMailbox } from './mailbox/mailbox.ts'
import { mountMailbox } from './mailbox/mailbox-page.ts'
import { addShopSettings } from './shop-settings.ts'

/** With which the demo's customers have done what they are seeded with. */
const DEMO_DEVICE = { type: 'device', deviceName: 'Chrome, Windows', network: '203.0.113.x' } as const

export interface RunningSandbox extends RunningServer {
  /** Resolves when the demo is complete, or the sandbox closes; rejects when only a later start can complete it. */
  seeded: Promise<void>
}

/**
 * Starts the product in one process, like `keepsake serve`, with stand-ins of its external systems: a mail server with
 * a mailbox page, a legacy store, and customers with a demo library; `empty` leaves out the library and everything
 * that needs it. `print` receives the messages, lines that end with a line feed.
 */
export async function startSandbox(
  environment: Record<string, string | undefined>,
  {
    empty = false,
    print = text => process.stdout.write(text),
  }: { empty?: boolean; print?: (text: string) => void } = {},
): Promise<RunningSandbox> {
  setProcessActor(DEMO_DEVICE)
  const env = addShopSettings({ GRAPHQL_INTROSPECTION: 'true', ...environment })
  const config = readConfig(env)
  checkSandbox(config)
  // The mailbox must not touch a folder that is in use.
  await checkStart(config)
  const opened = new AsyncDisposableStack()
  try {
    const modules: HttpModule[] = []
    if (!config.legacy) env.LEGACY_DIR = getLegacyStorePath(config.dataDir)
    if (!config.smtpUrl) {
      const mailbox = await openMailbox({ dir: getMailboxPath(config.dataDir) })
      opened.defer(() => mailbox.close())
      env.SMTP_URL = mailbox.smtpUrl
      modules.push({ name: 'mailbox', mount: app => mountMailbox(app, mailbox) })
    }
    const server = await serve(env, {}, modules)
    opened.defer(() => server.close())
    await seedDemoCustomers(server.ctx)
    const closing = new AbortController()
    const seeded = seed(server, { empty, print, signal: closing.signal })
    return {
      ...server,
      seeded,
      async close(options) {
        // Aborts the seeding, which may be at any line and waits for jobs and the shop.
        closing.abort()
        await server.close(options)
        await opened.disposeAsync()
      },
    }
  } catch (error) {
    await opened.disposeAsync()
    throw error
  }
}

/** Adds the demo; prints the announcement once its photos are there. */
async function seed(
  { ctx, origin }: RunningServer,
  { empty, print, signal }: { empty: boolean; print: (text: string) => void; signal: AbortSignal },
): Promise<void> {
  const announce = () => print(renderAnnouncement(ctx, origin, { hasLibrary: isStepDone(ctx, 'library') }))
  if (empty) return announce()
  const isComplete = isStepDone(ctx, 'callbacks')
  const settings = ctx.config.retailer && { ...ctx.config.retailer, timeoutMs: SHOP_TIMEOUT_MS }
  // A shop that does not answer is reported below.
  const patientContext = { ...ctx, retailer: createRetailer(settings, createLog({ level: 'silent' })) }
  try {
    await seedDemo(patientContext, {
      signal,
      pause: ms => sleep(ms, undefined, { signal }),
      onPicture: createPictureProgress(print),
      onLibrary() {
        announce()
        if (!isComplete) print('  Adding projects, orders, invoices and callbacks.\n')
      },
      onSilentShop: () =>
        print('  The stand-in shop does not answer. The demo goes on as soon as it does.\n'),
    })
    if (!isComplete) print('  The demo is complete.\n')
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

/** How long the demo waits for an answer of the shop; longer than a customer would. */
const SHOP_TIMEOUT_MS = 30_000

/** Prints the progress of adding pictures: a line that a terminal rewrites, elsewhere one at the beginning. */
function createPictureProgress(print: (text: string) => void): (added: number, total: number) => void {
  return (added, total) => {
    const text = `  Adding the demo library: ${added} of ${total} pictures`
    if (process.stdout.isTTY) print(`\r\x1b[2K${text}${added === total ? '\n' : ''}`)
    else if (added === 1) print(`  Adding the demo library: ${total} pictures\n`)
  }
}

/** Renders the text that `npm start` prints: addresses, sign-ins and their contents, and data directory. */
function renderAnnouncement(ctx: Context, origin: string, { hasLibrary }: { hasLibrary: boolean }): string {
  const { printsEditor, dataDir } = ctx.config
  const shop = printsEditor ? `  Prints:   ${new URL(printsEditor).origin}\n` : ''
  const { port } = new URL(origin)
  // A redirecting brand cannot be seen at its host.
  const visibleBrands = brands.filter(brand => !findHostRedirect(brand.localHost))
  const width = Math.max(...visibleBrands.map(brand => brand.name.length + brand.country.length + 3))
  const hosts = visibleBrands.map(brand => {
    const label = `${brand.name} (${brand.country})`
    return `    ${label.padEnd(width)}  http://${brand.localHost}:${port}`
  })
  return `
  Keepsake is ready:  ${origin}

  Sign in with the password  ${DEMO_PASSWORD}
${renderSignIns(hasLibrary)}
  They are customers of Keepsake. At the hosts of each other vendor, demo and studio are other accounts${hasLibrary ? ', demo with a few photos and orders' : ''}.

  Mailbox:  ${origin}/mailbox
${shop}  Data:     ${dataDir}

  Every brand host:
${hosts.join('\n')}

  Ctrl-C stops it.
`
}

function renderSignIns(hasLibrary: boolean): string {
  const lines: readonly [DemoEmail, what: string, contents?: string][] = [
    ['demo@keepsake.test', 'a consumer', ' with a library, orders, projects and addresses'],
    ['friend@keepsake.test', 'a friend of theirs', ': each shares an album with the other'],
    ['studio@keepsake.test', 'a business customer', ' with 240 orders, invoices and callbacks'],
    ['classic@keepsake.test', 'a consumer', ' whose photos are in the legacy store'],
    ['pending@keepsake.test', 'a business customer with incomplete details'],
  ]
  return lines
    .map(([email, what, contents = '']) => `    ${email.padEnd(21)}  ${what}${hasLibrary ? contents : ''}`)
    .join('\n')
}
