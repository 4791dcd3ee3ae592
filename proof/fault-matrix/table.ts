import { writeFileSync } from 'node:fs'
import { ACTIONS } from './actions.ts'
import { EXPECTED_STATES } from './expected-states.ts'
import { FAULTS } from './faults.ts'

const FILE = new URL('../../docs/fault-matrix.md', import.meta.url)

/** Writes docs/fault-matrix.md from the expected end states. */
export function writeTable(): void {
  const names = ACTIONS.map(({ name }) => name)
  const rows = FAULTS.map(({ name }) => [name, ...names.map(action => EXPECTED_STATES[name]![action]!)])
  const formatLine = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const text = [
    INTRODUCTION,
    formatLine(['fault', ...names]),
    formatLine(['---', ...names.map(() => '---')]),
    ...rows.map(formatLine),
    '',
  ]
  writeFileSync(FILE, text.join('\n'))
}

const INTRODUCTION = `# Fault matrix

Written by \`npm run fault-matrix\`, which makes each fault happen, performs the action, ends the fault, repeats the action as
a client does, and finds its effect exactly once and the library consistent. It fails when a cell ends otherwise.

- **once**: answered as always and done during the fault; also where the fault does not touch the action.
- **later**: answered as always; done after the fault, without a client.
- **refused 503+**: that status, with '+' with Retry-After; nothing was changed, done when repeated.
- **broken**: no answer, a part of it, or (sign-in, retention run) an error of a call inside the process; done when repeated.
- **broken, done**, **refused 503+, done**: no answer or 503, and yet it was done; repeated it changes nothing.
- **not done**: answered as always, never done. One cell: a reminder that is claimed is sent at most once, and nothing
  expires without another one ([0012](decisions/0012-retention.md)).

Web processes and workers are killed and paused (SIGKILL, SIGSTOP) at one moment of each action: when a certain transaction of
it is about to be committed, or is committed and the process does not know yet; a proxy before PostgreSQL holds
the connection there. A read is met at its statement. Where a process has no part in an action it is killed before it, or
paused from before it on. A pause takes 30 s; clients wait for the answer, as balancers do, and a second worker works while one
is paused. A killed process is started again, alone.

Faults of disk and blob store are made at the blob store's interface, with the errors that the store makes of those of the
system and of S3, those of network and database at a proxy in front of
PostgreSQL; the others run on the embedded database. The delay is 1 s, and the server's heartbeat is twice as fast as in
service, so that the database counts as unavailable meanwhile.
`
