import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { DEMO_PASSWORD, DEMO_SIGN_INS, seedDemoCustomers } from '#sandbox/demo/customers.ts'
import { withContext } from '#server/serve.ts'
import { createTemporaryFolder } from '#server/testing/temporary-folder.ts'
import { isInstalled } from './fleet/balancer.ts'
import { type Fleet, startFleet } from './fleet/fleet.ts'

/*
 * Starts on one machine what an operator runs on five: PostgreSQL, a bucket at S3_ENDPOINT or a folder, three web processes, two
 * workers, and HAProxy with deployment/haproxy.cfg. All data is removed at the end. Ctrl-C ends all in order.
 */
const USAGE = 'npm run fleet -- [--web 3] [--workers 2] [--port 8443] [--balancer haproxy|nginx]'
const { values } = parseArgs({
  options: {
    web: { type: 'string', default: '3' },
    workers: { type: 'string', default: '2' },
    port: { type: 'string', default: '8443' },
    balancer: { type: 'string', default: 'haproxy' },
  },
})
const [web, workers, httpsPort] = [Number(values.web), Number(values.workers), Number(values.port)]
const { balancer } = values
if (!(web >= 1) || !(workers >= 0) || !(httpsPort > 0) || (balancer !== 'haproxy' && balancer !== 'nginx')) {
  console.error(USAGE)
  process.exit(2)
}
if (!isInstalled(balancer)) {
  console.error(`${balancer} is not installed (Debian: apt-get install ${balancer})`)
  process.exit(1)
}

const { buildWeb } = await import(new URL('../tools/build-web.mjs', import.meta.url).href)
const { publishBuild } = await import(new URL('../tools/publish-build.mjs', import.meta.url).href)
const { serverEnvironment, serverFlags } = await import(new URL('../tools/setup.mjs', import.meta.url).href)

const resources = new AsyncDisposableStack()
const ended = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
try {
  const webFolder = await createTemporaryFolder(resources)
  publishBuild(buildWeb(), webFolder)
  const fleet = await startFleet(
    {
      web,
      workers,
      balancers: [balancer],
      httpsPort,
      flags: serverFlags,
      env: { WEB_DIR: webFolder, NODE_ENV: 'production', ...serverEnvironment },
      prepare: seed,
    },
    resources,
  )
  console.log(formatAnnouncement(fleet))
  await ended
  console.log('Ending in order')
} finally {
  await resources.disposeAsync()
}
process.exit()

async function seed(env: Record<string, string>): Promise<void> {
  await withContext({ ...process.env, ...env }, async ctx => {
    await seedDemoCustomers(ctx)
    return 0
  })
}

function formatAnnouncement({ origin, postgres, env, log, processes }: Fleet): string {
  const lines = processes().map(
    ({ name, port, pid }) => `${name}${port ? ` at port ${port}` : ''}, process ${pid}`,
  )
  return `
  ${origin}   its certificate is made for this run: the browser asks once
  sign in as ${DEMO_SIGN_INS[0]} with the password ${DEMO_PASSWORD}

  ${lines.join('\n  ')}
  database  ${postgres.url}
  blobs     ${env.S3_BUCKET ? `bucket ${env.S3_BUCKET} at ${process.env.S3_ENDPOINT}` : `${env.DATA_DIR}/blobs`}
  log       ${log}

Ctrl-C ends all in order.`
}
