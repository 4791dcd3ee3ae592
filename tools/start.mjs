import { spawn } from 'node:child_process'
import { buildWeb } from './build-web.mjs'
import { environment, install, node, root, serverEnvironment, serverFlags } from './setup.mjs'

install()
buildWeb()

const server = spawn(node, [...serverFlags, 'server/src/main.ts', 'serve', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  env: { NODE_NO_WARNINGS: '1', DEMO: 'true', LOG_LEVEL: 'warn', ...serverEnvironment, ...environment },
})
// Ctrl-C reaches the server too (same terminal): it closes in order, and we end when it has.
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => signal === 'SIGTERM' && server.kill(signal))
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
