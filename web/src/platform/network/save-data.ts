/** Whether the browser asks to save data (Save-Data). */
export function isSaveDataRequested(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true
}
