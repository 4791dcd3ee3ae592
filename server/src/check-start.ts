import { access, constants, mkdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import { type Config, getDataPaths } from './platform/config/config.ts'
import { checkLock } from './platform/db/data-lock.ts'

/** The server cannot start; the message is one line with the reason and the remedy. */
export class StartError extends Error {
  override name = 'StartError'
}

/**
 * Throws StartError before anything is opened when the data folder is not writable or in use, or when a port is taken.
 * The start can still fail afterwards, since both can change between the check and the start.
 */
export async function checkStart(config: Config): Promise<void> {
  await checkDataFolder(config)
  for (const { variable, port, host } of listPorts(config)) await checkPort(variable, port, host)
}

/** Throws when the port is taken or needs more rights; `variable` is the setting that changes it. */
export async function checkPort(variable: string, port: number, host: string): Promise<void> {
  const server = createServer()
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen({ port, host, exclusive: true }, resolve)
    })
  } catch (error) {
    throw toPortError(error, variable, `${host}:${port}`)
  }
  await new Promise(resolve => server.close(resolve))
}

function toPortError(error: unknown, variable: string, address: string): unknown {
  const remedy = `or set ${variable} to another port`
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new StartError(`Another program listens on ${address}. Stop it, ${remedy}.`)
    case 'EACCES':
      return new StartError(`This user may not listen on ${address}. Start with more rights, ${remedy}.`)
    case 'EADDRNOTAVAIL':
      return new StartError(`${address} is no address of this machine. Set HOST to one that is.`)
    default:
      return error
  }
}

async function checkDataFolder({ dataDir, postgres }: Config): Promise<void> {
  const { lock, ...paths } = getDataPaths(dataDir)
  try {
    await mkdir(dataDir, { recursive: true })
    // Checks folders only: files that another user created are in folders that this user may not write.
    for (const path of [dataDir, ...Object.values(paths)]) await checkWritable(path)
  } catch (error) {
    throw toFolderError(error, dataDir)
  }
  if (!postgres) checkLock(lock)
}

async function checkWritable(path: string): Promise<void> {
  try {
    await access(path, constants.R_OK | constants.W_OK)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

function toFolderError(error: unknown, dataDir: string): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EACCES':
    case 'EPERM':
      return new StartError(
        `This user may not write the data folder ${dataDir} (${(error as NodeJS.ErrnoException).path}). ` +
          'Make it the owner of the folder and its content, or set DATA_DIR to another folder.',
      )
    case 'EROFS':
      return new StartError(
        `The data folder ${dataDir} is on a read-only disk. Mount it writable, or set DATA_DIR to another folder.`,
      )
    case 'ENOENT':
    case 'EEXIST':
    case 'ENOTDIR':
      return new StartError(
        `The data folder ${dataDir} cannot be created: the path or a part of it is not a folder. Set DATA_DIR to another folder.`,
      )
    default:
      return error
  }
}

/** Lists the ports that the process will listen on, with the setting of each; port 0 lets the system choose. */
function listPorts({ role, port, host, sftp, management, bounces }: Config) {
  const isWeb = role === 'all' || role === 'web'
  const runsSftp = role === 'all' || role === 'sftp'
  const receivesBounces = role === 'all' || role === 'worker'
  return [
    isWeb && { variable: 'PORT', port, host },
    runsSftp && sftp && { variable: 'SFTP_PORT', port: sftp.port, host },
    management && { variable: 'METRICS_PORT', ...management },
    receivesBounces && bounces && { variable: 'BOUNCE_PORT', port: bounces.port, host },
  ].filter(each => each !== false && each !== null)
}
