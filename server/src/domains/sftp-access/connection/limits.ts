import type { Algorithms } from 'ssh2'

export interface SftpLimits {
  connections: number
  connectionsOfAccount: number
  connectionsOfAddress: number
  /** Open files and folders; each file has up to 1 MB in memory. */
  openFilesOfAccount: number
  /** Milliseconds within which a client must sign in. */
  signInMs: number
  /** Milliseconds without a request after which the connection ends. */
  idleMs: number
  /** Wrong passwords per connection. */
  attempts: number
  /** Requests with a public key per connection; clients offer all keys that they have. */
  keyRequests: number
  /** SFTP sessions per connection; each has up to 2 MB of waiting requests. */
  sessions: number
  /** Channels per connection, also closed ones: the library keeps those without a session until the connection ends. */
  channels: number
  /** Requests of the SSH protocol itself, such as keep-alives and new channels, per connection and minute. */
  protocolRequests: number
}

export const SFTP_LIMITS: SftpLimits = {
  connections: 300,
  connectionsOfAccount: 10,
  connectionsOfAddress: 50,
  openFilesOfAccount: 32,
  signInMs: 30_000,
  idleMs: 10 * 60_000,
  attempts: 3,
  keyRequests: 20,
  sessions: 2,
  channels: 100,
  protocolRequests: 300,
}

/** No SHA-1, no CBC, no compression. chacha20 is left out: without a native binding it needs ten times the CPU of AES. */
export const ALGORITHMS = {
  kex: [
    'curve25519-sha256',
    'curve25519-sha256@libssh.org',
    'ecdh-sha2-nistp256',
    'ecdh-sha2-nistp384',
    'ecdh-sha2-nistp521',
    'diffie-hellman-group16-sha512',
    'diffie-hellman-group14-sha256',
  ],
  serverHostKey: ['ssh-ed25519'],
  cipher: ['aes128-gcm@openssh.com', 'aes256-gcm@openssh.com', 'aes128-ctr', 'aes256-ctr'],
  hmac: ['hmac-sha2-256-etm@openssh.com', 'hmac-sha2-512-etm@openssh.com', 'hmac-sha2-256', 'hmac-sha2-512'],
  compress: ['none'],
} satisfies Algorithms
