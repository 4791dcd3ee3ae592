/** Returns the file name of an invoice's PDF; replaces slashes, which would create folders. */
export const toPdfName = (number: string): string => `${number.replaceAll('/', '-')}.pdf`
