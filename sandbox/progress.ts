/**
 * Prints the progress of adding pictures: one line that is rewritten on a terminal, a line at the beginning elsewhere.
 */
export function createPictureProgress(print: (text: string) => void): (added: number, total: number) => void {
  return (added, total) => {
    const text = `  Adding the demo library: ${added} of ${total} pictures`
    if (process.stdout.isTTY) print(`\r\x1b[2K${text}${added === total ? '\n' : ''}`)
    else if (added === 1) print(`  Adding the demo library: ${total} pictures\n`)
  }
}
