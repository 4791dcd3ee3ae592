/** Prints progress: rewrites one line on a terminal, prints every tenth text elsewhere. */
export function terminalProgress(text: string): void {
  if (process.stdout.isTTY) process.stdout.write(`\r\x1b[2K  ${text}${text.startsWith('Making') ? '\n' : ''}`)
  else if (!/[1-9] pictures$/.test(text)) process.stdout.write(`  ${text}\n`)
}
