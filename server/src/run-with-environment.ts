import { existsSync, readFileSync, readlinkSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  EnvironmentFileError,
  type FileSetting,
  parseEnvironmentFile,
} from './platform/config/environment-file.ts'
import { reportError } from './report-error.ts'

/*
 * run-with-environment.ts FILE COMMAND…: runs a command of main.ts with the variables of an environment file, and those of
 * release.env where a release has it. FILE is a path, or the number of an open file that only another user may open. The
 * command replaces this process, so that variables which Node reads at its start (NODE_EXTRA_CA_CERTS) count too, and
 * signals reach it. As in systemd, variables of files take the place of those of the process.
 */
const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url))
const RELEASE = fileURLToPath(new URL('../../release.env', import.meta.url))

const [file = '', ...command] = process.argv.slice(2)
try {
  const settings = new Map([...readFile(file), ...(existsSync(RELEASE) ? readFile(RELEASE) : [])])
  const values = Object.fromEntries([...settings].map(([name, { value }]) => [name, value]))
  process.execve!(process.execPath, [process.execPath, ...process.execArgv, MAIN, ...command], {
    ...process.env,
    ...values,
    // `keepsake config` shows where a value is from.
    ENVIRONMENT_FILE_VARIABLES: Object.keys(values).join(' '),
  } as Record<string, string>)
} catch (error) {
  reportError(error)
  process.exit(1)
}

function readFile(pathOrNumber: string): Map<string, FileSetting> {
  const path = /^\d+$/.test(pathOrNumber) ? readlinkSync(`/proc/self/fd/${pathOrNumber}`) : pathOrNumber
  try {
    const bytes = readFileSync(/^\d+$/.test(pathOrNumber) ? Number(pathOrNumber) : path)
    return parseEnvironmentFile(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const reason =
      code === 'ERR_ENCODING_INVALID_ENCODED_DATA' ? 'it is not UTF-8' : `it cannot be read (${code})`
    throw new EnvironmentFileError(
      `The environment file ${path}: ${error instanceof EnvironmentFileError ? message : reason}`,
    )
  }
}
