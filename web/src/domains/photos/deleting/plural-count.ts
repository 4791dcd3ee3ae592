/** A count that selects the plural form, for texts about all photos whose number is not known. */
export const PLURAL_COUNT = 2
