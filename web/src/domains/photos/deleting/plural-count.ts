/** The count for texts about everything: the words for several are the right ones. */
export const PLURAL_COUNT = 2
