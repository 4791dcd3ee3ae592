/** Whether a file of this name may belong to photos. A video belongs to one only if its name is that of a picture. */
export const isCompanionName = (name: string) =>
  /\.(?:json|csv|xmp|aae|mov|mp4|mp)$/iu.test(name) || isOverlayName(name)

/** Whether a file is a video by its name. */
export const isVideoName = (name: string) => /\.(?:mov|mp4|mp)$/iu.test(name)

/** Whether a file is what was drawn on a photo of Snapchat: a transparent picture, which is no photo. */
export const isOverlayName = (name: string) => isSnapchatName(name) && /-overlay\.png$/iu.test(name)

/** Whether a file is of the memories of Snapchat by its name: '2021-05-03_{UUID}-main.jpg'. */
export const isSnapchatName = (name: string) =>
  /^[\d_-]*[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}-(?:main|overlay)\.\w+$/iu.test(name)
