import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig, devices } from '@playwright/test'
import { createThirdParties } from '#sandbox/shop-settings.ts'
import { claimPorts } from '../../tools/ports.ts'
import { CHROMIUM_ARGS } from './fixtures/chromium-args.ts'
import { SERVICE_TOKEN } from './fixtures/orders.ts'
import { RETAILER_TOKEN, SHOP_TOKEN } from './fixtures/shop.ts'
import { BRAND_WITH_THIRD_PARTIES } from './fixtures/third-parties.ts'

/*
 * Chromium against the whole server, with a temporary data folder. Workers read this file too: the first process chooses
 * ports and folder, the others inherit them.
 */
const root = fileURLToPath(new URL('../..', import.meta.url))
if (!process.env.E2E_PORT) {
  const ports = await claimPorts('E2E_PORT', 'E2E_OPERATOR_PORT', 'E2E_SHOP_PORT', 'E2E_SFTP_PORT')
  Object.assign(process.env, ports, { E2E_DATA: createFolder() })
}
const { E2E_PORT: port = '', E2E_SHOP_PORT: shopPort = '', E2E_DATA: dataDir = '' } = process.env
const chromiumPath = [
  process.env.CHROMIUM ?? '',
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
].find(path => existsSync(path))

/** All tests; else the sample with the tag @suite: a story of each domain and of each means of input. */
const isProof = process.env.PROOF === 'true'

const PROCESS = {
  gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 10_000 },
  timeout: 300_000,
}

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/browser',
  fullyParallel: true,
  workers: 2,
  // A test that passes by chance proves nothing.
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // They end a test that hangs. No test is measured by the clock: a loaded machine takes ten times as long.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  use: {
    baseURL: `http://localhost:${port}`,
    locale: 'en-GB',
    // Far from the brands' time zones, to detect local date-times shown in the browser's zone.
    timezoneId: 'Pacific/Auckland',
    // Animations slow down every test; tests of animations enable them.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: chromiumPath,
      // Without a UTF-8 locale Chromium gives downloads ASCII names only.
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
      args: CHROMIUM_ARGS,
    },
  },
  projects: [
    {
      name: 'desktop',
      grep: isProof ? /./ : /@suite/,
      grepInvert: /@phone-only/,
      use: { viewport: { width: 1280, height: 800 } },
    },
    {
      // Tests about layout or touch, by the tag @phone (on both, in the proof) or @phone-only.
      name: 'phone',
      grep: isProof ? /@phone/ : /@suite.*@phone-only/,
      use: {
        viewport: { width: 390, height: 844 },
        userAgent: devices['Pixel 7'].userAgent,
        deviceScaleFactor: 2,
        isMobile: true,
        hasTouch: true,
      },
    },
  ],
  webServer: [
    {
      ...PROCESS,
      command: 'node proof/browser/fixtures/serve.ts',
      cwd: root,
      wait: { stdout: /^ready$/m },
      env: {
        DATA_DIR: dataDir,
        PORT: port,
        SFTP_PORT: process.env.E2E_SFTP_PORT ?? '',
        SHOP_PORT: shopPort,
        RETAILER_TOKEN,
        THIRD_PARTIES: JSON.stringify({
          [BRAND_WITH_THIRD_PARTIES]: createThirdParties(`http://localhost:${shopPort}`),
        }),
        RATE_LIMITS: 'false',
        CHECK_ANSWERS: 'true',
        SERVICE_TOKENS: `e2e:${SERVICE_TOKEN},shop:${SHOP_TOKEN}`,
        LOG_LEVEL: 'warn',
        NODE_NO_WARNINGS: '1',
      },
    },
    {
      ...PROCESS,
      command: 'node proof/browser/fixtures/start-shop.ts',
      cwd: root,
      url: `http://localhost:${shopPort}/healthz`,
      env: {
        SHOP_PORT: shopPort,
        SHOP_PACE: '1',
        SHOP_ADDRESS_SECONDS: '1',
        SHOP_DATA_DIR: join(dataDir, 'shop'),
        KEEPSAKE_URL: `http://localhost:${port}`,
        KEEPSAKE_TOKEN: SHOP_TOKEN,
        SHOP_TOKEN: RETAILER_TOKEN,
        SHOP_BACK_OFFICE: 'true',
        LOG_LEVEL: 'warn',
        NODE_NO_WARNINGS: '1',
      },
    },
  ],
})

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'keepsake-e2e-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}
