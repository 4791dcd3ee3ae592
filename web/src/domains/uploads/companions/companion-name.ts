/** Whether a file of this name may belong to photos. A video belongs to one only if its name is that of a picture. */
export const isCompanionName = (name: string) => /\.(?:json|xmp|aae|mov|mp4|mp)$/iu.test(name)

/** Whether a file is a video by its name. */
export const isVideoName = (name: string) => /\.(?:mov|mp4|mp)$/iu.test(name)
