import { writeFileSync } from 'node:fs'
import { ACTIONS } from './actions.ts'
import { FAULTS } from './faults.ts'
import { STATED } from './stated.ts'

const FILE = new URL('../../docs/fault-matrix.md', import.meta.url)

/** Writes docs/fault-matrix.md from what is stated. */
export function writeTable(): void {
  const names = ACTIONS.map(({ name }) => name)
  const rows = FAULTS.map(({ name }) => [name, ...names.map(action => STATED[name]?.[action] ?? 'not run')])
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const reasons = FAULTS.filter(({ inject }) => !inject).map(
    ({ name, reason }) => `- **${name}**: ${reason}.`,
  )
  const text = [
    INTRODUCTION,
    line(['fault', ...names]),
    line(['---', ...names.map(() => '---')]),
    ...rows.map(line),
    '',
    'Not run:',
    '',
    ...reasons,
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
- **refused 503+, done**: an error, and yet it was done; repeated it changes nothing.
- **broken**: no answer, a part of it, or (sign-in, retention run, webhook) an error of a call inside the process; done when
  repeated.

Faults of disk and blob store are made at the blob store's interface, with the errors that the store makes of those of the
system and of S3, those of network and database at a proxy in front of
PostgreSQL; the others run on the embedded database. The delay is 1 s, and the server's heartbeat is twice as fast as in
service, so that the database counts as unavailable meanwhile.
`
