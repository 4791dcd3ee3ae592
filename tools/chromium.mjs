import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { run, step } from './setup.mjs'

/** The headless shell comes first: the same browser without a user interface, which uses less CPU. */
const KNOWN = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
]

/**
 * Returns the path of a Chromium: the system's, else Debian's package when root; empty for the one that Playwright
 * installs.
 */
export function findChromium() {
  const findInstalled = () => KNOWN.find(path => existsSync(path))
  if (process.env.CHROMIUM) return process.env.CHROMIUM
  if (!findInstalled() && process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0) {
    step('Installing Chromium')
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const install = 'install -y -qq --no-install-recommends'
    for (const command of ['update -qq', `${install} chromium-headless-shell`, `${install} chromium`])
      if (!findInstalled()) spawnSync('apt-get', command.split(' '), { stdio: 'inherit', env })
  }
  const installed = findInstalled()
  if (installed) return installed
  step('Installing Chromium with Playwright')
  run('playwright', ['install', 'chromium'])
  return ''
}
