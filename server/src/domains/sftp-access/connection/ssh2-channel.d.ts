/** The window of a channel (RFC 4254, 5.2), which the types of ssh2 omit. */
declare module 'ssh2/lib/Channel.js' {
  /** Bytes of the window of a channel. */
  export const MAX_WINDOW: number
  /** Bytes of the window at or below which it is extended. */
  export const WINDOW_THRESHOLD: number
  /** Extends the client's window to MAX_WINDOW. */
  export function windowAdjust(channel: unknown): void
}
